import { closeSync, openSync, writeSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { MessageId, ReplyResult } from '@huanwei/terminal/ids'
import { locationTemplate } from './frame-template.ts'
import { framesOf, type Link, openLink } from './link.ts'

export type LoadOptions = {
  host: string
  port: number
  terminals: number
  /** Locations per second over all of them. */
  rate: number
  seconds: number
  /** Unacknowledged locations per terminal. */
  window?: number
  firstNumber?: number
  /** CSV of what was acknowledged: terminal number, device time (epoch s), serial. */
  acked?: string | undefined
}

/** `rate` acknowledged per second; latencies from writing to acknowledgement, ms. `lost`: connections that ended early. */
export type LoadResult = {
  sent: number
  acknowledged: number
  seconds: number
  rate: number
  p50: number
  p99: number
  lost: number
}

const openTogether = 50
const settleMs = 15_000

/** One terminal of the load; slot `serial % window` says when that serial was sent (0: free) and its device time. */
type Loader = { terminalNo: string; link: Link; next(): Buffer | undefined; lost: boolean }

/** Sends locations at a fixed rate over many connections and waits for every acknowledgement. Rejects when a terminal cannot enter. */
export async function runLoad(options: LoadOptions): Promise<LoadResult> {
  const { host, port, terminals, rate, seconds, window = 64, firstNumber = 14_000_000_001, acked } = options
  const latencies: number[] = []
  const settled: { terminal: number[]; second: number[]; serial: number[] } = { terminal: [], second: [], serial: [] }
  let sent = 0
  let lost = 0
  let lastAt = 0

  function openLoader(index: number): Promise<Loader> {
    const identity = { terminalNo: String(firstNumber + index), version2019: false }
    const frameOf = locationTemplate(identity)
    const sentAt = new Float64Array(window)
    const deviceTime = new Uint32Array(window)
    const ready = Promise.withResolvers<Loader>()
    const [lng, lat] = [104_000_000 + (index % 1000) * 100, 30_600_000 + Math.floor(index / 1000) * 100]
    let serial = 0
    const loader: Loader = {
      terminalNo: identity.terminalNo,
      lost: false,
      link: openLink(
        { host, port },
        {
          open: () =>
            loader.link.write(
              framesOf(
                identity,
                {
                  ...{ id: MessageId.register, provinceId: 51, cityId: 100, manufacturer: 'HWSIM', model: 'HW-LOAD' },
                  ...{ terminalId: identity.terminalNo.slice(-7), plateColour: 2, plate: '川A00000' },
                },
                0,
              ),
            ),
          message(_, message) {
            if (message?.id === MessageId.registered) {
              if (message.authCode === undefined) return ready.reject(new Error(`not registered: result ${message.result}`))
              loader.link.write(framesOf(identity, { id: MessageId.authenticate, authCode: message.authCode }, 1))
            } else if (message?.id === MessageId.platformReply) {
              if (message.replyId === MessageId.authenticate) return ready.resolve(loader)
              if (message.replyId === MessageId.location && message.result === ReplyResult.ok) settle(message.replySerial)
            }
          },
          close(reason) {
            if (!loader.lost) lost++
            loader.lost = true
            ready.reject(new Error(reason ?? 'closed by the gateway'))
          },
        },
      ),
      next() {
        const slot = serial % window
        if (sentAt[slot] || loader.lost) return undefined
        const now = performance.now()
        const second = Math.floor(Date.now() / 1000)
        sentAt[slot] = now
        deviceTime[slot] = second
        const frame = frameOf(serial, second, lng + (serial % 97), lat + (serial % 89))
        serial = (serial + 1) & 0xffff
        return frame
      },
    }
    function settle(answered: number) {
      const slot = answered % window
      const at = sentAt[slot] ?? 0
      if (at === 0) return
      lastAt = performance.now()
      latencies.push(lastAt - at)
      settled.terminal.push(index)
      settled.second.push(deviceTime[slot] ?? 0)
      settled.serial.push(answered)
      sentAt[slot] = 0
    }
    return ready.promise
  }

  const loaders: Loader[] = []
  for (let from = 0; from < terminals; from += openTogether) {
    const count = Math.min(openTogether, terminals - from)
    loaders.push(...(await Promise.all(Array.from({ length: count }, (_, i) => openLoader(from + i)))))
  }
  const started = performance.now()
  let turn = 0
  for (let elapsed = 0; elapsed < seconds * 1000; elapsed = performance.now() - started) {
    const due = Math.floor((elapsed * rate) / 1000) - sent
    for (let tries = 0, left = due; left > 0 && tries < loaders.length + due; tries++) {
      const loader = loaders[turn++ % loaders.length]
      const frame = loader?.next()
      if (!frame) continue
      loader?.link.write([frame])
      sent++
      left--
    }
    await sleep(5)
  }
  const until = performance.now() + settleMs
  while (latencies.length < sent && performance.now() < until && lost < loaders.length) await sleep(20)
  const ended = loaders.map((loader) => {
    loader.lost = true
    return loader.link
  })
  for (const link of ended) link.close()
  if (acked !== undefined) writeAcked(acked, settled, (index) => String(firstNumber + index))
  const took = (Math.max(lastAt, started + 1) - started) / 1000
  const sorted = Float64Array.from(latencies).sort()
  const quantile = (share: number) => round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)
  return {
    sent,
    acknowledged: latencies.length,
    seconds: round(took),
    rate: Math.round(latencies.length / took),
    p50: quantile(0.5),
    p99: quantile(0.99),
    lost,
  }
}

const round = (value: number) => Math.round(value * 100) / 100

function writeAcked(
  file: string,
  { terminal, second, serial }: { terminal: number[]; second: number[]; serial: number[] },
  numberOf: (index: number) => string,
) {
  const out = openSync(file, 'w')
  const together = 10_000
  for (let from = 0; from < terminal.length; from += together)
    writeSync(
      out,
      terminal
        .slice(from, from + together)
        .map((index, i) => `${numberOf(index)},${second[from + i]},${serial[from + i]}\n`)
        .join(''),
    )
  closeSync(out)
}
