import { minuteMs } from '@huanwei/contract/time'
import type { Database } from '../../db/connect.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { countTask, openAfterMs } from './tasks/count-task.ts'
import { makeWorkTasks } from './tasks/make-tasks.ts'
import { findOpenTasks, findTenantsWithPlans, takeTouchedTasks } from './tasks/queries.ts'

const everyMs = minuteMs / 2
const tasksAtOnce = 200
const touchesAtOnce = 500

type Run = { db: Pick<Database, 'system'>; now: number; isOver?: () => boolean }

/** Makes the tasks of all tenants' plans. */
export async function makeTasks({ db, now, isOver = () => false }: Run) {
  for (const { tenantId } of await db.system(findTenantsWithPlans))
    if (!isOver()) await db.system((tx) => makeWorkTasks(tx, tenantId, now))
}

/** Counts open tasks of which there may be news. */
export async function countOpenTasks({ db, now, isOver = () => false }: Run) {
  for (let after = 0, isMore = true; isMore && !isOver(); ) {
    const found = await db.system((tx) => findOpenTasks(tx, now, now - openAfterMs, after, tasksAtOnce))
    for (const { tenantId, id } of found) if (!isOver()) await db.system((tx) => countTask(tx, tenantId, id, now))
    after = found.at(-1)?.id ?? after
    isMore = found.length === tasksAtOnce
  }
}

/** Counts the tasks again that late reports are about. */
export async function countTouchedTasks({ db, now, isOver = () => false }: Run) {
  for (let isMore = true; isMore && !isOver(); )
    isMore = await db.system(async (tx) => {
      const { taken, tasks } = await takeTouchedTasks(tx, touchesAtOnce)
      for (const { tenantId, id } of tasks) await countTask(tx, tenantId, id, now, { mayWait: true })
      return taken === touchesAtOnce
    })
}

/** Makes and counts tasks, one run after the other. Returns the function that stops them and waits for the one in progress. */
export function startWorkJobs(db: Database, jobs: Jobs) {
  let isEnded = false
  async function work() {
    const run = { db, now: Date.now(), isOver: () => isEnded }
    await makeTasks(run)
    await countTouchedTasks(run)
    await countOpenTasks(run)
  }
  const stop = jobs.every('workTasks', everyMs, work, { isAtOnce: true })
  return () => {
    isEnded = true
    return stop()
  }
}
