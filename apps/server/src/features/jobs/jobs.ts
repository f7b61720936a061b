import type { JobName } from '@huanwei/contract/platform/codes'
import { minuteMs } from '@huanwei/contract/time'
import type { Database } from '../../db/connect.ts'
import { processName } from '../../lib/process-name.ts'
import { claimJob, noteRun } from './queries.ts'

type Parts = {
  db: Pick<Database, 'system'>
  log: { error(what: object, text: string): void }
  /** This process, where several could do the jobs: each is then done by the one that claims it. */
  holder?: string | undefined
}

/** Runs of a job that does well are noted no more often than this, ms. */
const noteEveryMs = minuteMs
const longestError = 500
/** A claim holds for this share of the job's interval: nobody else does the job until it is due again, and then whoever looks first. */
const claimedShare = 0.9

/** Does work at regular times, and notes how it went for who runs the installation. */
export function createJobs({ db, log, holder }: Parts) {
  const noted = new Map<JobName, { at: number; failures: number }>()

  /** Does a job once; a failure is logged and noted. Returns whether it did well; never rejects. */
  async function run(name: JobName, everyMs: number, work: () => Promise<unknown>): Promise<boolean> {
    const start = Date.now()
    let failure: Error | undefined
    try {
      await work()
    } catch (error) {
      failure = error instanceof Error ? error : new Error(String(error))
      log.error({ error: failure }, `the job ${name} failed`)
    }
    const end = Date.now()
    const last = noted.get(name)
    if (!failure && last && !last.failures && end - last.at < noteEveryMs) return true
    const failures = failure ? (last?.failures ?? 0) + 1 : 0
    noted.set(name, { at: end, failures })
    const host = processName
    const error = failure?.message.slice(0, longestError) ?? ''
    await db
      .system((tx) => noteRun(tx, { name, everyMs, tookMs: end - start, host, failures, error }))
      .catch((reason: Error) => {
        // Without a database the job has failed too, and said so.
        if (!failure) log.error({ error: reason }, `the run of the job ${name} could not be noted`)
      })
    return !failure
  }

  /** Does a job unless another process has it. Returns whether that did well. */
  async function runClaimed(name: JobName, everyMs: number, work: () => Promise<unknown>): Promise<boolean> {
    const untilMs = everyMs * claimedShare
    const claim = () => db.system((tx) => claimJob(tx, { name, holder: holder ?? '', untilMs }))
    const isMine = await claim().catch((error: Error) => {
      log.error({ error }, `the job ${name} could not be claimed`)
      return undefined
    })
    // What another process does needs no second try here.
    if (!isMine) return isMine === false
    // A long run keeps its claim.
    const keeping = setInterval(() => claim().catch(() => undefined), untilMs / 3)
    return run(name, everyMs, work).finally(() => clearInterval(keeping))
  }

  return {
    run,
    /**
     * Does a job every so many ms, never twice at once, and one that failed again after `againMs`; `isOfEach`: every process does its own part of it. Returns
     * what stops it once the run under way is done.
     */
    every(
      name: JobName,
      everyMs: number,
      work: () => Promise<unknown>,
      { isAtOnce = false, isOfEach = false, againMs = everyMs } = {},
    ) {
      let running: Promise<void> | undefined
      let again: NodeJS.Timeout | undefined
      const look = () => {
        clearTimeout(again)
        running ??= (holder && !isOfEach ? runClaimed : run)(name, everyMs, work).then((isGood) => {
          running = undefined
          if (!isGood && againMs < everyMs) again = setTimeout(look, againMs)
        })
      }
      const timer = setInterval(look, everyMs)
      if (isAtOnce) look()
      return async () => {
        clearInterval(timer)
        await running
        clearTimeout(again)
      }
    },
  }
}
/** One function that stops several jobs. */
export const stopAll =
  (...stops: (() => Promise<void>)[]) =>
  async () => {
    await Promise.all(stops.map((stop) => stop()))
  }

export type Jobs = ReturnType<typeof createJobs>
