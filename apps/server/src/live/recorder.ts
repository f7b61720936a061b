import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Changes } from '../db/changes.ts'
import type { Database } from '../db/connect.ts'
import type { NameOfPlace } from '../lib/place.ts'
import { keepDays } from './keep-days.ts'
import type { Log } from './log.ts'
import { storePositions, updatesOf } from './positions.ts'
import type { Report, Update } from './report.ts'
import type { Stream } from './stream.ts'
import { inTransaction, isTransient } from './transaction.ts'

type Parts = {
  db: Database
  stream: Pick<Stream, 'take' | 'close'>
  changes: Changes
  /** What was committed, for the live view. */
  publish(updates: Update[]): void
  /** Reads a text aloud to the driver. */
  speak(deviceId: number, text: string): void
  log: Log
  /** How a position reads as text. */
  nameOfPlace: NameOfPlace
  /** Days of positions to keep. */
  keepDays: number
  clock?: () => number
}

export type Recorder = {
  /** Closes the stream, records what waits in it, and stops. */
  close(): Promise<void>
}

const batchSize = 1000
const lingerMs = 20
/** Pauses between tries while the database is away, ms. */
const [firstPause, longestPause] = [50, 2000]
/** When the database stays away longer, ms, terminals are told nothing and send again. */
const patienceMs = 30_000

/**
 * Takes reports from the stream and commits them, batch after batch, so in order for each terminal. A report is settled with true
 * only after the commit that holds it; with false when it alone cannot be stored, or when the database stays away.
 */
export async function startRecorder(parts: Parts): Promise<Recorder> {
  const { db, stream, log, clock = Date.now } = parts
  const days = keepDays({ db, keepDays: parts.keepDays, log, clock })

  async function record(reports: Report[]): Promise<void> {
    const began = performance.now()
    for (let pause = firstPause; ; pause = Math.min(2 * pause, longestPause)) {
      try {
        await days.ensure(reports)
        await inTransaction(db, (client) => storePositions(client, reports))
        return settle(reports, true)
      } catch (error) {
        if (!isTransient(error)) return apart(reports, error)
        const waited = performance.now() - began
        log.warn({ error: messageOf(error), reports: reports.length, waitedMs: Math.round(waited) }, 'database away')
        if (waited > patienceMs) return settle(reports, false)
        await sleep(pause)
      }
    }
  }

  /** Records halves until what cannot be stored is alone, and leaves that out. */
  async function apart(reports: Report[], error: unknown) {
    if (reports.length > 1) {
      const half = reports.length >> 1
      await record(reports.slice(0, half))
      return record(reports.slice(half))
    }
    for (const { deviceId, messageId, serial } of reports)
      log.error({ reference: randomUUID(), deviceId, messageId, serial, error: messageOf(error) }, 'a report cannot be stored')
    settle(reports, false)
  }

  function settle(reports: Report[], committed: boolean) {
    for (const report of reports) report.settle(committed)
    if (committed) parts.publish(updatesOf(reports))
  }

  async function run() {
    for (;;) {
      const reports = await stream.take(batchSize, lingerMs)
      if (!reports.length) return
      await record(reports)
    }
  }

  const running = run()
  return {
    async close() {
      stream.close()
      await running
      days.close()
    },
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
