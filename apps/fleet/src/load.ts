import { closeSync, openSync, writeSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Loader, openLoader } from './loader.ts'

export type LoadOptions = {
  host: string
  port: number
  terminals: number
  /** Locations per second over all of them. */
  rate: number
  seconds: number
  /** Unacknowledged locations per terminal. */
  window?: number
  /** Seconds that the first location of each lies behind; one follows another by a second then, as of a terminal that sends what it stored. */
  behind?: number
  firstNumber?: number
  /** CSV of what was acknowledged: terminal number, device time (epoch s), serial. */
  acked?: string | undefined
}

/**
 * `rate` acknowledged per second; latencies from writing to acknowledgement, ms. `processorMs`: what sending and counting took of the processors.
 * `lost`: connections that ended early.
 */
export type LoadResult = {
  sent: number
  acknowledged: number
  seconds: number
  rate: number
  p50: number
  p99: number
  processorMs: number
  lost: number
}

const openTogether = 50
const settleMs = 15_000

/** Sends locations at a fixed rate over many connections and waits for every acknowledgement. Rejects when a terminal cannot enter. */
export async function runLoad(options: LoadOptions): Promise<LoadResult> {
  const { host, port, terminals, rate, seconds, window = 64, behind = 0, firstNumber = 14_000_000_001, acked } = options
  const acknowledged: Acknowledged = { index: [], second: [], serial: [], latency: [] }
  let lost = 0
  let lastAt = 0

  const open = (index: number) =>
    openLoader({
      ...{ host, port, window, behind, terminalNo: String(firstNumber + index) },
      ...{ lng: 104_000_000 + (index % 1000) * 100, lat: 30_600_000 + Math.floor(index / 1000) * 100 },
      acknowledged(serial, second, latency) {
        lastAt = performance.now()
        acknowledged.index.push(index)
        acknowledged.second.push(second)
        acknowledged.serial.push(serial)
        acknowledged.latency.push(latency)
      },
      lost: () => {
        lost++
      },
    })
  const loaders: Loader[] = []
  for (let from = 0; from < terminals; from += openTogether) {
    const count = Math.min(openTogether, terminals - from)
    loaders.push(...(await Promise.all(Array.from({ length: count }, (_, i) => open(from + i)))))
  }

  const started = performance.now()
  const processor = process.cpuUsage()
  const sent = await sendAtRate(loaders, rate, seconds)
  const until = performance.now() + settleMs
  while (acknowledged.latency.length < sent && performance.now() < until && lost < loaders.length) await sleep(20)
  const { user, system } = process.cpuUsage(processor)
  for (const loader of loaders) loader.close()
  if (acked !== undefined) writeAcked(acked, acknowledged, firstNumber)

  const took = (Math.max(lastAt, started + 1) - started) / 1000
  const count = acknowledged.latency.length
  const sorted = Float64Array.from(acknowledged.latency).sort()
  const quantile = (share: number) => round(sorted[Math.min(count - 1, Math.floor(count * share))] ?? 0)
  const found = { sent, acknowledged: count, seconds: round(took), rate: Math.round(count / took) }
  return { ...found, p50: quantile(0.5), p99: quantile(0.99), processorMs: Math.round((user + system) / 1000), lost }
}

/**
 * Lets the loaders send in turn, each what is due of it by now in one piece; those whose window is full are passed over. Returns how
 * many were sent.
 */
async function sendAtRate(loaders: Loader[], rate: number, seconds: number): Promise<number> {
  const started = performance.now()
  let sent = 0
  let turn = 0
  for (let elapsed = 0; elapsed < seconds * 1000; elapsed = performance.now() - started) {
    let due = Math.floor((elapsed * rate) / 1000) - sent
    const each = Math.ceil(due / loaders.length)
    for (let tries = 0; due > 0 && tries < loaders.length; tries++) {
      const count = loaders[turn++ % loaders.length]?.send(Math.min(each, due)) ?? 0
      sent += count
      due -= count
    }
    await sleep(5)
  }
  return sent
}

const round = (value: number) => Math.round(value * 100) / 100

type Acknowledged = { index: number[]; second: number[]; serial: number[]; latency: number[] }

function writeAcked(file: string, { index, second, serial }: Acknowledged, firstNumber: number) {
  const out = openSync(file, 'w')
  const together = 10_000
  const line = (i: number) => `${firstNumber + (index[i] ?? 0)},${second[i]},${serial[i]}\n`
  for (let from = 0; from < index.length; from += together) {
    const count = Math.min(together, index.length - from)
    writeSync(out, Array.from({ length: count }, (_, i) => line(from + i)).join(''))
  }
  closeSync(out)
}
