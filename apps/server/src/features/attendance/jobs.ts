import { minuteMs } from '@huanwei/contract/time'
import type { Database } from '../../db/connect.ts'
import { type WorkProgress, workOutNewDays, workOutTouchedDays } from './work-out.ts'

const everyMs = minuteMs / 3
/** Past days that are worked out after a start, as nothing ran in between; later runs look at yesterday and today. */
const lookBack = { first: 7, usual: 1 }

type Log = { error(what: object, text: string): void }

/** Works out days one run after the other. Returns the function that stops them and waits for the one in progress. */
export function startAttendanceJobs(db: Database, log: Log) {
  const progress: WorkProgress = new Map()
  let isOver = false
  let isFirst = true
  let running: Promise<void> | undefined

  async function work() {
    const run = { db, now: Date.now(), progress, isOver: () => isOver }
    await workOutTouchedDays(run)
    await workOutNewDays(run, isFirst ? lookBack.first : lookBack.usual)
    isFirst = false
  }
  const run = () => {
    running ??= work()
      .catch((error: Error) => log.error({ error: error.message }, 'attendance could not be worked out'))
      .finally(() => {
        running = undefined
      })
  }
  run()
  const timer = setInterval(run, everyMs)
  return async () => {
    isOver = true
    clearInterval(timer)
    await running
  }
}
