import { randomUUID } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Database } from '../db/connect.ts'
import { daysOf, keepDays } from './keep-days.ts'
import type { Log } from './log.ts'
import { createPositionStore, updatesOf } from './positions.ts'
import type { Report, Update } from './report.ts'
import type { Rules } from './rules-in-force.ts'
import type { Stream } from './stream.ts'
import { insist, inTransaction, messageOf } from './transaction.ts'

type Parts = {
  db: Database
  rules: Rules
  stream: Pick<Stream, 'take' | 'close'>
  /** What was committed, for the live view. */
  publish(updates: Update[]): void
  log: Log
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
/** So many reports are settled at a time. */
const settledAtOnce = 200

/**
 * Takes reports from the stream and commits them, batch after batch, so in order for each terminal, together with what the rules
 * make of them. A report is settled with true only after the commit that holds it; with false when it alone cannot be stored, or
 * when the database stays away.
 */
export function startRecorder(parts: Parts): Recorder {
  const { db, rules, stream, log, clock = Date.now } = parts
  const kept = { db, keepDays: parts.keepDays, clock }
  const stopKeeping = keepDays({ ...kept, log })
  const ensureDays = daysOf('position', kept)
  const store = createPositionStore()

  async function record(reports: Report[], isJudged = true): Promise<void> {
    let isCommitted: boolean
    try {
      isCommitted = await insist(() => commit(reports, isJudged), log)
    } catch (error) {
      return apart(reports, isJudged, error)
    }
    return settle(reports, isCommitted)
  }

  async function commit(reports: Report[], isJudged: boolean) {
    const deviceIds = new Set(reports.map(({ deviceId }) => deviceId))
    try {
      await ensureDays(timesOf(reports))
      if (isJudged) await rules.ready(deviceIds)
      const outcome = await inTransaction(db, async (client) => {
        const fixes = await store(client, reports, (deviceId) => rules.isWatched(deviceId, 'position'))
        return isJudged ? rules.judge(client, fixes) : undefined
      })
      outcome?.keep()
    } catch (error) {
      // Whether the commit came through is not known.
      rules.forget(deviceIds)
      throw error
    }
  }

  /** Records halves until what fails is alone: that one without its rules, or not at all. */
  async function apart(reports: Report[], isJudged: boolean, error: unknown): Promise<void> {
    if (reports.length > 1) {
      const half = reports.length >> 1
      await record(reports.slice(0, half), isJudged)
      return record(reports.slice(half), isJudged)
    }
    for (const { deviceId, messageId, serial } of reports) {
      if (isJudged) rules.rest(deviceId, error)
      else
        log.error({ reference: randomUUID(), deviceId, messageId, serial, error: messageOf(error) }, 'a report cannot be stored')
    }
    return isJudged ? record(reports, false) : settle(reports, false)
  }

  let settling: Promise<void> | undefined
  /** Resolves when those before are settled; these are while the database already has the next, for answering takes as long as storing. */
  async function settle(reports: Report[], committed: boolean) {
    await settling
    settling = settleInTurns(reports, committed)
  }

  async function settleInTurns(reports: Report[], committed: boolean) {
    for (let at = 0; at < reports.length; at += settledAtOnce) {
      await nextTurn()
      for (const report of reports.slice(at, at + settledAtOnce)) report.settle(committed)
    }
    if (committed) parts.publish(updatesOf(reports))
  }

  async function run() {
    for (;;) {
      const reports = await stream.take(batchSize, lingerMs)
      if (!reports.length) return
      await rules.inTurn(() => record(reports))
    }
  }

  const running = run()
  return {
    async close() {
      stream.close()
      await running
      await settling
      stopKeeping()
    },
  }
}

function* timesOf(reports: readonly Report[]) {
  for (const { locations } of reports) for (const { time } of locations) yield time
}
