import { randomUUID } from 'node:crypto'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Database } from '../../db/connect.ts'
import { createFavourTime } from '../../lib/favour-time.ts'
import type { Stream } from '../ingest/stream.ts'
import type { Rules } from '../judge/rules-in-force.ts'
import type { Log } from '../log.ts'
import type { Report, Update } from '../report.ts'
import { traceOf, traceReports } from '../trace.ts'
import { createDayPartitions } from './day-partitions.ts'
import { NotOwned, type Ownership } from './ownership.ts'
import { beginStoring, createPositionStore, type PositionStore } from './positions.ts'
import { inTransaction, isOfDatabase, retryTransient } from './transaction.ts'
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
  /** Where several processes share the terminals. */
  ownership?: Ownership | undefined
  /** Locations of one transaction, at most. */
  batchSize?: number | undefined
  clock?: () => number
}

/**
 * Locations since the start, and when the last ones were committed, epoch ms; 0 before. `storedAfter`: how long before that the oldest of them was
 * received, ms.
 */
export type RecorderFigures = { stored: number; refused: number; storedAt: number; storedAfter: number }

export type Recorder = {
  figures(): RecorderFigures
  /** Forgets what it knows of the positions of these terminals: another process may have stored some since. */
  forget(isTheirs: (deviceId: number) => boolean): void
  /** Closes the stream, records what waits in it, and stops. */
  close(): Promise<void>
}

/** All that the stream of one process holds. */
const usualBatch = 2000
/** Time to wait for company to a report, ms: where the last batch was small few are to come, and one alone is answered sooner. */
const lingerMs = { small: 4, large: 20 }
const smallBatch = 50
/** Reports in a batch from which on there is much to do: some ten thousand a second. */
const largeBatch = 200
/** Time from a report to the live update of its terminal while there is much to do, ms: screens then follow once a second. Record: docs/decisions/0033. */
const publishAfterMs = 400
/** Interval at which those are published that are due, ms: all at once they would keep the database waiting. */
const publishStepMs = 20
/** Time, ms, for which those of one batch wait at most until the rows of the next are on their way. */
const longestSendingMs = 20
/** Reports that are settled in one turn of the event loop. */
const settledAtOnce = 50

/**
 * Takes reports from the stream and commits them batch by batch, and so in order for each terminal, together with their violations.
 * A report is settled with true only after its commit; with false when it alone cannot be stored or when the database stays
 * unreachable.
 */
export function startRecorder(parts: Parts): Recorder {
  const { db, rules, stream, log, ownership, batchSize = usualBatch, clock = Date.now } = parts
  const store = createPositionStore()
  const ensureDays = createDayPartitions('position', { db, keepDays: parts.keepDays, clock })
  const commit = createCommit({ db, rules, store, ownership, ensureDays })
  const favourTime = createFavourTime()
  const publishing = createPublishing(parts.publish)
  /** Resolves when the rows of the batch that is being stored are on their way. */
  let sending: Promise<void> | undefined
  const { settle: settleLater, settled } = createSettling(publishing.add, () => sending)
  const figures: RecorderFigures = { stored: 0, refused: 0, storedAt: 0, storedAfter: 0 }

  function settle(reports: Report[], isCommitted: boolean) {
    traceReports(log, isCommitted ? 'stored' : 'refused', reports)
    count(figures, reports, isCommitted ? clock() : undefined)
    return settleLater(reports, isCommitted)
  }

  async function record(reports: Report[], isJudged = true, onSent?: () => void): Promise<void> {
    let isCommitted: boolean
    try {
      isCommitted = await retryTransient(() => commit(reports, isJudged, onSent), log)
    } catch (error) {
      onSent?.()
      if (error instanceof NotOwned) return recordOwn(reports, isJudged)
      // With its rules it may be these that cannot be stored.
      if (ownership && !isJudged && isOfDatabase(error)) return putBack(reports, { ownership, log, error })
      return recordHalves(reports, isJudged, error)
    }
    if (!isCommitted && ownership) return ownership.putBack(reports)
    return settle(reports, isCommitted)
  }

  /** Records those of reports that are still this process's; the others are stored by the process that has them now. */
  async function recordOwn(reports: Report[], isJudged: boolean): Promise<void> {
    const own = reports.filter(({ place }) => ownership?.holds(place))
    if (own.length) await record(own, isJudged)
  }

  /** Records both halves separately, down to the one report that fails; that one is recorded without rules, or not at all. */
  async function recordHalves(all: Report[], isJudged: boolean, error: unknown): Promise<void> {
    // Those of a partition that was put back are not tried one by one.
    const reports = ownership ? all.filter(({ place }) => ownership.holds(place)) : all
    if (!reports.length) return
    if (reports.length > 1) {
      const half = reports.length >> 1
      await record(reports.slice(0, half), isJudged)
      return record(reports.slice(half), isJudged)
    }
    for (const report of reports) {
      if (isJudged) rules.suspend(report.deviceId, error)
      else log.error({ reference: randomUUID(), trace: traceOf(report), error }, 'a report cannot be stored')
    }
    if (isJudged) return record(reports, false)
    try {
      for (const report of reports) await ownership?.refuse(report)
    } catch (cause) {
      if (ownership) return putBack(reports, { ownership, log, error: cause })
    }
    return settle(reports, false)
  }

  /**
   * Stores batch after batch. While the database works on one, a whole one that waits is taken and written, and the one before it is settled; until
   * it has something to work on, all that has to wait.
   */
  async function run() {
    let recording: Promise<void> | undefined
    for (let last = 0; ; ) {
      const reports = await stream.take(batchSize, last < smallBatch ? lingerMs.small : lingerMs.large, recording)
      store.writeAhead(reports)
      await recording
      if (!reports.length) return
      last = reports.length
      if (last >= largeBatch) favourTime()
      const { promise: sent, resolve: onSent } = Promise.withResolvers<void>()
      recording = rules.inTurn(() => record(reports, true, onSent))
      sending = Promise.race([sent, recording])
      await sending
    }
  }

  const running = run()
  return {
    figures: () => ({ ...figures }),
    forget: store.forget,
    async close() {
      stream.close()
      await running
      await settled()
      publishing.flush()
    },
  }
}

/** Counts locations: stored ones, or refused ones without `storedAt`. */
function count(figures: RecorderFigures, reports: readonly Report[], storedAt: number | undefined) {
  const locations = reports.reduce((sum, report) => sum + report.locations.length, 0)
  figures[storedAt === undefined ? 'refused' : 'stored'] += locations
  if (storedAt === undefined) return
  figures.storedAt = storedAt
  figures.storedAfter = storedAt - Math.min(...reports.map(({ receivedAt }) => receivedAt))
}

/** What was acknowledged is read again until it can be stored. */
function putBack(reports: Report[], { ownership, log, error }: { ownership: Ownership; log: Log; error: unknown }) {
  log.error({ reports: reports.length, error }, 'reports wait, as they cannot be stored')
  ownership.putBack(reports)
}

type CommitParts = Pick<Parts, 'db' | 'rules' | 'ownership'> & {
  store: PositionStore
  ensureDays: ReturnType<typeof createDayPartitions>
}

/** Returns a function that commits reports, with their violations where `isJudged`; `onSent` is called when their rows are on their way. */
function createCommit({ db, rules, store, ownership, ensureDays }: CommitParts) {
  return async (reports: Report[], isJudged: boolean, onSent?: () => void) => {
    const deviceIds = new Set(reports.map(({ deviceId }) => deviceId))
    try {
      await ensureDays(timesOf(reports))
      if (isJudged) await rules.load(deviceIds)
      const storeAndJudge = async (client: pg.ClientBase) => {
        const fixes = await store(client, reports, (deviceId) => rules.isWatched(deviceId, 'position'), onSent)
        const outcome = isJudged ? await rules.judge(client, fixes) : undefined
        await ownership?.moveOn(client, reports)
        return outcome
      }
      const outcome = await inTransaction(db, storeAndJudge, beginStoring)
      outcome?.keep()
    } catch (error) {
      // It is not known whether the commit succeeded.
      rules.forget(deviceIds)
      throw error
    }
  }
}

/** Tells whoever sent reports what became of them, in turns of the event loop; `publish` gets those that were committed. */
function createSettling(publish: (reports: Report[]) => void, sending: () => Promise<void> | undefined) {
  let settling: Promise<void> | undefined

  async function settleInTurns(reports: Report[], committed: boolean) {
    await nextTurn()
    await Promise.race([sending(), sleep(longestSendingMs)])
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

/** Publishes what was committed: at once while there is little, else now and then what each terminal sent last. */
function createPublishing(publish: (updates: Update[]) => void) {
  const live = new LiveUpdates()
  let timer: NodeJS.Timeout | undefined

  function flush(notedBy?: number) {
    const updates = live.take(notedBy)
    if (updates.length) publish(updates)
  }

  function flushDue() {
    flush(performance.now() - publishAfterMs)
    timer = live.isEmpty ? undefined : setTimeout(flushDue, publishStepMs)
  }

  function flushAll() {
    clearTimeout(timer)
    timer = undefined
    flush()
  }

  return {
    add(reports: Report[]) {
      live.note(reports, performance.now())
      if (reports.length < largeBatch) flushAll()
      else timer ??= setTimeout(flushDue, publishAfterMs)
    },
    flush: flushAll,
  }
}

function* timesOf(reports: readonly Report[]) {
  for (const { locations } of reports) for (const { time } of locations) yield time
}
