import { randomUUID } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Database } from '../../db/connect.ts'
import type { Stream } from '../ingest/stream.ts'
import type { Rules } from '../judge/rules-in-force.ts'
import type { Log } from '../log.ts'
import type { Report, Update } from '../report.ts'
import { createDayPartitions, maintainPartitions } from './day-partitions.ts'
import { createFavourTime } from './favour-time.ts'
import { createPositionStore } from './positions.ts'
import { errorText, inTransaction, retryTransient } from './transaction.ts'
import { LiveUpdates } from './updates.ts'

type Parts = {
  db: Database
  rules: Rules
  stream: Pick<Stream, 'take' | 'close'>
  /** Receives committed positions, for the live view. */
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
/** Time to wait for company to a report, ms: where the last batch was small few are to come, and one alone is answered sooner. */
const lingerMs = { small: 4, large: 20 }
const smallBatch = 50
/** Reports in a batch from which on there is much to do: some ten thousand a second. */
const largeBatch = 200
/** Reports that are settled in one turn of the event loop. */
const settledAtOnce = 200

/**
 * Takes reports from the stream and commits them batch by batch, and so in order for each terminal, together with their violations.
 * A report is settled with true only after its commit; with false when it alone cannot be stored or when the database stays
 * unreachable.
 */
export function startRecorder(parts: Parts): Recorder {
  const { db, rules, stream, log, clock = Date.now } = parts
  const kept = { db, keepDays: parts.keepDays, clock }
  const stopKeeping = maintainPartitions({ ...kept, log })
  const ensureDays = createDayPartitions('position', kept)
  const store = createPositionStore()
  const live = new LiveUpdates()
  const favourTime = createFavourTime()
  const { settle, settled } = createSettling((reports) => parts.publish(live.of(reports)))

  async function record(reports: Report[], isJudged = true): Promise<void> {
    let isCommitted: boolean
    try {
      isCommitted = await retryTransient(() => commit(reports, isJudged), log)
    } catch (error) {
      return recordHalves(reports, isJudged, error)
    }
    return settle(reports, isCommitted)
  }

  async function commit(reports: Report[], isJudged: boolean) {
    const deviceIds = new Set(reports.map(({ deviceId }) => deviceId))
    try {
      await ensureDays(timesOf(reports))
      if (isJudged) await rules.load(deviceIds)
      const outcome = await inTransaction(db, async (client) => {
        const fixes = await store(client, reports, (deviceId) => rules.isWatched(deviceId, 'position'))
        return isJudged ? rules.judge(client, fixes) : undefined
      })
      outcome?.keep()
    } catch (error) {
      // It is not known whether the commit succeeded.
      rules.forget(deviceIds)
      throw error
    }
  }

  /** Records both halves separately, down to the one report that fails; that one is recorded without rules, or not at all. */
  async function recordHalves(reports: Report[], isJudged: boolean, error: unknown): Promise<void> {
    if (reports.length > 1) {
      const half = reports.length >> 1
      await record(reports.slice(0, half), isJudged)
      return record(reports.slice(half), isJudged)
    }
    for (const { deviceId, messageId, serial } of reports) {
      if (isJudged) rules.suspend(deviceId, error)
      else
        log.error({ reference: randomUUID(), deviceId, messageId, serial, error: errorText(error) }, 'a report cannot be stored')
    }
    return isJudged ? record(reports, false) : settle(reports, false)
  }

  async function run() {
    for (let last = 0; ; ) {
      const reports = await stream.take(batchSize, last < smallBatch ? lingerMs.small : lingerMs.large)
      if (!reports.length) return
      last = reports.length
      if (last >= largeBatch) favourTime()
      await rules.inTurn(() => record(reports))
    }
  }

  const running = run()
  return {
    async close() {
      stream.close()
      await running
      await settled()
      await stopKeeping()
    },
  }
}

/** Tells whoever sent reports what became of them, in turns of the event loop; `publish` gets those that were committed. */
function createSettling(publish: (reports: Report[]) => void) {
  let settling: Promise<void> | undefined

  async function settleInTurns(reports: Report[], committed: boolean) {
    for (let start = 0; start < reports.length; start += settledAtOnce) {
      await nextTurn()
      for (const report of reports.slice(start, start + settledAtOnce)) report.settle(committed)
    }
    if (committed) publish(reports)
  }

  return {
    /** Resolves when earlier reports are settled. These are settled while the next batch is stored, as answering takes as long as storing. */
    async settle(reports: Report[], committed: boolean) {
      await settling
      settling = settleInTurns(reports, committed)
    },
    settled: () => settling,
  }
}

function* timesOf(reports: readonly Report[]) {
  for (const { locations } of reports) for (const { time } of locations) yield time
}
