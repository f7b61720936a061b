import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Language } from '@huanwei/words/languages'
import { say } from '@huanwei/words/say'
import { isCancelled, isDiskFull, isStoreUnavailable, Refused } from '../../http/refuse.ts'

/** Interval at which a worker notes that it is alive, and looks for work by itself, ms. */
const beatMs = 4000
/** Times that a job is tried again after an error of a busy or absent database. */
const mostTries = 5

type Log = { error(what: object, text: string): void }

/** A job in the hands of a worker: `lost` when it was taken from it, `stopped` when the process ends. */
export type Hands = { lost: AbortSignal; stopped: AbortSignal }

type Lanes<Job, Progress> = {
  log: Log
  /** What the log calls the jobs. */
  what: string
  /** Number of jobs that this process works on at a time. */
  lanes: number
  /** Takes the next job; undefined when there is none. */
  take(): Promise<Job | undefined>
  /** Notes that the worker is alive, and its progress; false when the job is no longer its own. */
  note(job: Job, progress?: Progress): Promise<boolean>
  work(job: Job, note: (progress?: Progress) => Promise<boolean>, hands: Hands): Promise<void>
  /** Progress of a job that is to be taken up again, and of one that failed with `error`. */
  again: Progress
  failed(job: Job, error: unknown): Progress
}

/** Works on jobs, some at a time; one that a crash interrupted, or that another process gave up, is taken up again. */
export function startLanes<Job extends { id: number }, Progress>({
  log,
  what,
  lanes,
  take,
  note: noteOf,
  work,
  again,
  failed,
}: Lanes<Job, Progress>) {
  const stop = new AbortController()
  const bell = createBell(stop.signal)
  const { isPassing, forget } = createTries()

  /** For errors like an unreachable database: the job is taken up again once its worker has been silent. */
  const logAndPause = (error: unknown) => {
    if (stop.signal.aborted) return
    log.error({ error }, `${what} wait`)
    return sleep(beatMs, undefined, { ref: false }).then(() => undefined)
  }

  async function lane() {
    while (!stop.signal.aborted) {
      const job = await take().catch(logAndPause)
      if (job) await run(job).catch(logAndPause)
      else await bell.wait()
    }
  }

  async function run(job: Job) {
    const lost = new AbortController()
    const note = async (progress?: Progress) => {
      const isMine = await noteOf(job, progress)
      if (!isMine) lost.abort()
      return isMine
    }
    const beat = setInterval(() => void note().catch(logAndPause), beatMs)
    try {
      await work(job, note, { lost: lost.signal, stopped: stop.signal })
      forget(job)
    } catch (error) {
      if (lost.signal.aborted) return
      if (isPassing(job, error)) {
        await note(again)
        await logAndPause(error)
      } else await note(failed(job, error))
    } finally {
      clearInterval(beat)
    }
  }

  const working = Array.from({ length: lanes }, lane)
  return {
    wake: bell.ring,
    logAndPause,
    async close() {
      stop.abort()
      bell.ring()
      await Promise.all(working)
    },
  }
}

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

/** Counts the tries of each job. */
function createTries() {
  const tries = new Map<number, number>()
  return {
    forget: ({ id }: { id: number }) => void tries.delete(id),
    /** True for an error that another try may do without: a busy machine takes a statement over its timeout. */
    isPassing({ id }: { id: number }, error: unknown) {
      if (!isCancelled(error) && !isStoreUnavailable(error)) return false
      const next = (tries.get(id) ?? 0) + 1
      if (next > mostTries) tries.delete(id)
      else tries.set(id, next)
      return next <= mostTries
    },
  }
}

/** The error of a failed job as a text for people; a bug is logged as `what` with a reference that the text names. */
export function textOf(log: Log, what: string, language: Language, error: unknown) {
  if (error instanceof Refused) return { text: say(language, error.word, error.values), isBug: false }
  if (isDiskFull(error)) return { text: say(language, 'refusals:diskFull'), isBug: false }
  const reference = randomUUID().slice(0, 8)
  log.error({ error, reference }, what)
  return { text: say(language, 'refusals:bug', { reference }), isBug: true }
}
