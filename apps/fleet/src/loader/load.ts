import { closeSync, openSync, writeSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { LoadTerminal } from './load-terminal.ts'

type Options = {
  host: string
  port: number
  terminals: number
  /** Locations per second over all terminals. */
  rate: number
  seconds: number
  /** Unacknowledged locations per terminal. */
  window?: number
  /** Seconds by which the first location of each terminal is late; then locations are a second apart, as stored ones are. */
  behind?: number
  firstNumber?: number
  /** CSV file of the acknowledged locations: terminal number, device time (epoch s), serial. */
  acked?: string | undefined
}

export type LoadResult = {
  sent: number
  acknowledged: number
  seconds: number
  /** Acknowledged locations per second. */
  rate: number
  /** Time from sending to acknowledgement, ms. */
  p50: number
  p99: number
  /** Processor time of sending and counting. */
  processorMs: number
  /** Connections that ended early. */
  lost: number
}

/** Connections opened at a time. */
const openBatch = 50
/** Longest wait for the last acknowledgements. */
const finalWaitMs = 15_000

/** Sends locations at a fixed rate over many connections and waits for every acknowledgement. Rejects when a terminal is refused. */
export async function runLoad(options: Options): Promise<LoadResult> {
  const { rate, seconds, firstNumber = 14_000_000_001, acked } = options
  const log: AcknowledgementLog = { index: [], second: [], serial: [], latency: [], lastAt: 0 }
  const progress = { lost: 0 }
  const terminals = await openTerminals({ ...options, firstNumber }, log, progress)

  const started = performance.now()
  const processor = process.cpuUsage()
  const sent = await sendAtRate(terminals, rate, seconds)
  const until = performance.now() + finalWaitMs
  while (log.latency.length < sent && performance.now() < until && progress.lost < terminals.length) await sleep(20)
  const { user, system } = process.cpuUsage(processor)
  for (const terminal of terminals) terminal.close()
  if (acked !== undefined) writeAcknowledged(acked, log, firstNumber)

  const elapsedSeconds = (Math.max(log.lastAt, started + 1) - started) / 1000
  const acknowledged = log.latency.length
  const sorted = Float64Array.from(log.latency).sort()
  const quantile = (share: number) => round(sorted[Math.min(acknowledged - 1, Math.floor(acknowledged * share))] ?? 0)
  return {
    sent,
    acknowledged,
    seconds: round(elapsedSeconds),
    rate: Math.round(acknowledged / elapsedSeconds),
    p50: quantile(0.5),
    p99: quantile(0.99),
    processorMs: Math.round((user + system) / 1000),
    lost: progress.lost,
  }
}

/** Acknowledged locations by column; `index`: of the terminal, `lastAt`: `performance.now()` of the latest acknowledgement. */
type AcknowledgementLog = { index: number[]; second: number[]; serial: number[]; latency: number[]; lastAt: number }

async function openTerminals(options: Options & { firstNumber: number }, log: AcknowledgementLog, progress: { lost: number }) {
  const { host, port, terminals: count, window = 64, behind = 0, firstNumber } = options
  const open = (index: number) =>
    LoadTerminal.open({
      host,
      port,
      window,
      behind,
      terminalNo: String(firstNumber + index),
      lng: 104_000_000 + (index % 1000) * 100,
      lat: 30_600_000 + Math.floor(index / 1000) * 100,
      onAcknowledged(serial, second, latency) {
        log.lastAt = performance.now()
        log.index.push(index)
        log.second.push(second)
        log.serial.push(serial)
        log.latency.push(latency)
      },
      onLost: () => {
        progress.lost++
      },
    })
  const terminals: LoadTerminal[] = []
  for (let from = 0; from < count; from += openBatch) {
    const batch = Array.from({ length: Math.min(openBatch, count - from) }, (_, i) => open(from + i))
    terminals.push(...(await Promise.all(batch)))
  }
  return terminals
}

/**
 * Lets the terminals send in turn, each its share of the locations that are due in one write; one whose window is full is skipped. Returns
 * the number of locations sent.
 */
async function sendAtRate(terminals: LoadTerminal[], rate: number, seconds: number): Promise<number> {
  const started = performance.now()
  let sent = 0
  let turn = 0
  for (let elapsed = 0; elapsed < seconds * 1000; elapsed = performance.now() - started) {
    let due = Math.floor((elapsed * rate) / 1000) - sent
    const batch = Math.ceil(due / terminals.length)
    for (let tries = 0; due > 0 && tries < terminals.length; tries++) {
      const count = terminals[turn++ % terminals.length]?.send(Math.min(batch, due)) ?? 0
      sent += count
      due -= count
    }
    await sleep(5)
  }
  return sent
}

const round = (value: number) => Math.round(value * 100) / 100

function writeAcknowledged(path: string, { index, second, serial }: AcknowledgementLog, firstNumber: number) {
  const file = openSync(path, 'w')
  const linesPerWrite = 10_000
  const line = (i: number) => `${firstNumber + (index[i] ?? 0)},${second[i]},${serial[i]}\n`
  for (let from = 0; from < index.length; from += linesPerWrite) {
    const count = Math.min(linesPerWrite, index.length - from)
    writeSync(file, Array.from({ length: count }, (_, i) => line(from + i)).join(''))
  }
  closeSync(file)
}
