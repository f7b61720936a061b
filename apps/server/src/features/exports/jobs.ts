import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ExportStatus } from '@huanwei/contract/exports/codes'
import { keptDays } from '@huanwei/contract/exports/rules'
import { hourMs } from '@huanwei/contract/time'
import { say } from '@huanwei/words/say'
import { describeError } from '../../http/failures.ts'
import { isCancelled, isDiskFull, isStoreUnavailable, Refused } from '../../http/refuse.ts'
import { type ExportRow, findStanding, remindOwner, removeOldExports, setProgress, takeExport } from './queries.ts'
import { namesIn, newWorker, removeSpool } from './spool.ts'
import { type ExportParts, type Note, writeExport } from './write-export.ts'

/** Number of exports that one process works on at a time. */
const lanes = 2
/** Interval at which a worker notes that it is alive, and looks for work by itself, ms. */
const beatMs = 4000
/** Times that an export is tried again after an error of a busy or absent database. */
const mostTries = 5

type Log = { error(what: object, text: string): void }

/** Writes exports, some at a time; one that a crash interrupted, or that another process gave up, continues where it stood. */
export function startExports({ log, ...parts }: ExportParts & { log: Log }) {
  const stop = new AbortController()
  const bell = createBell(stop.signal)
  const { isPassing, forget } = createTries()

  /** For errors like an unreachable database: the export is taken up again once its worker has been silent. */
  const logAndPause = (error: unknown) => {
    if (stop.signal.aborted) return
    log.error({ error: describeError(error) }, 'exports wait')
    return sleep(beatMs, undefined, { ref: false }).then(() => undefined)
  }

  async function lane() {
    while (!stop.signal.aborted) {
      const job = await parts.db.system((tx) => takeExport(tx, newWorker())).catch(logAndPause)
      if (job) await run(job).catch(logAndPause)
      else await bell.wait()
    }
  }

  async function run(job: ExportRow) {
    const lost = new AbortController()
    const note: Note = async (progress) => {
      const isMine = await parts.db.system(async (tx) => {
        const isStored = await setProgress(tx, job, progress)
        if (isStored && progress?.status === ExportStatus.done) await remindOwner(tx, job)
        return isStored
      })
      if (!isMine) lost.abort()
      return isMine
    }
    const beat = setInterval(() => void note().catch(logAndPause), beatMs)
    try {
      await writeExport(parts, { job, note, lost: lost.signal, stopped: stop.signal })
      forget(job)
    } catch (error) {
      if (lost.signal.aborted) return
      if (isPassing(job, error)) {
        await note({ status: ExportStatus.waiting, worker: null })
        await logAndPause(error)
      } else await note({ status: ExportStatus.failed, ...failure(log, job, error) })
    } finally {
      clearInterval(beat)
    }
  }

  const clearing = setInterval(() => void clearUp(parts).catch(logAndPause), hourMs)
  const working = Array.from({ length: lanes }, lane)
  return {
    wake: bell.ring,
    clearUp: () => clearUp(parts),
    async close() {
      clearInterval(clearing)
      stop.abort()
      bell.ring()
      await Promise.all(working)
    },
  }
}
export type Exports = ReturnType<typeof startExports>

/** Wakes whoever waits for work. */
function createBell(stop: AbortSignal) {
  const wakers: (() => void)[] = []
  return {
    ring() {
      for (const one of wakers.splice(0)) one()
    },
    /** Resolves when there may be work. */
    wait: () =>
      Promise.race([
        new Promise<void>((go) => wakers.push(go)),
        sleep(beatMs, undefined, { ref: false, signal: stop }).catch(() => undefined),
      ]),
  }
}

/** Counts the tries of each export. */
function createTries() {
  const tries = new Map<number, number>()
  return {
    forget: ({ id }: ExportRow) => void tries.delete(id),
    /** True for an error that another try may do without: a busy machine takes a statement over its timeout. */
    isPassing({ id }: ExportRow, error: unknown) {
      if (!isCancelled(error) && !isStoreUnavailable(error)) return false
      const next = (tries.get(id) ?? 0) + 1
      if (next > mostTries) tries.delete(id)
      else tries.set(id, next)
      return next <= mostTries
    },
  }
}

/** The changes that a failed export gets: its error as a text for the caller. After a bug it begins anew when it is resumed. */
function failure(log: Log, { language }: ExportRow, error: unknown) {
  if (error instanceof Refused) return { error: say(language, error.word, error.values) }
  if (isDiskFull(error)) return { error: say(language, 'refusals:diskFull') }
  const reference = randomUUID().slice(0, 8)
  log.error({ error, reference }, 'an export failed')
  return { error: say(language, 'refusals:bug', { reference }), place: null, done: 0 }
}

/** Removes expired exports with their files, and spools without an export. */
async function clearUp({ db, store, folder }: ExportParts) {
  const old = await db.system((tx) => removeOldExports(tx, keptDays))
  for (const { fileName } of old) if (fileName) await store.remove(fileName)
  const left = (await namesIn(folder)).map(Number)
  const standing = await db.system((tx) => findStanding(tx, left))
  for (const id of left) if (!standing.has(id)) await removeSpool(join(folder, String(id)))
}
