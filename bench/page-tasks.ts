import type { Browser, Page } from 'playwright-core'
import { z } from 'zod'
import { ms } from './lines.ts'

/** One task of the page's main thread, ms: when it began, how long it took by the clock, and how long the processor worked at it. */
export type Task = { began: number; elapsed: number; worked: number }

const Trace = z.object({
  traceEvents: z.array(
    z.object({
      name: z.string(),
      pid: z.number(),
      tid: z.number(),
      ts: z.number().default(0),
      dur: z.number().default(0),
      tdur: z.number().default(0),
    }),
  ),
})

const longestTaskMs = 50

/**
 * The longest of the tasks, by the processor's time: by the clock a task also lasts while others have the processor. The budget is that of
 * a machine as it is.
 */
export function longestTask(tasks: readonly Task[], slower = 1) {
  const most = Math.max(...tasks.map(({ worked }) => worked))
  const over = tasks.filter(({ worked }) => worked > longestTaskMs).length
  const byClock = Math.max(...tasks.map(({ elapsed }) => elapsed))
  const measured = `${ms(most)}${over ? `, ${over} over ${longestTaskMs} ms` : ''} (by the clock ${ms(byClock)})`
  return slower > 1 ? { measured } : { measured, budget: `≤ ${ms(longestTaskMs)}`, met: over === 0 }
}

/** Names what the page marks for us among its own marks. */
export const markOf = (name: string) => `bench: ${name}`

/** Watches every task of a page. */
export async function watchTasks(browser: Browser, page: Page) {
  await browser.startTracing(page, { categories: ['toplevel', 'blink.user_timing'] })
  return {
    mark: (name: string) => page.evaluate((one) => void performance.mark(one), markOf(name)),
    /** The tasks, and when each mark was first set. */
    async stop() {
      const { traceEvents } = Trace.parse(JSON.parse((await browser.stopTracing()).toString()))
      const set = traceEvents.filter(({ name }) => name.startsWith(markOf('')))
      const marks = new Map(set.toReversed().map(({ name, ts }) => [name, ts / 1000]))
      const tasks = traceEvents
        .filter(({ name, pid, tid }) => name.endsWith('::RunTask') && pid === set[0]?.pid && tid === set[0].tid)
        .map(({ ts, dur, tdur }): Task => ({ began: ts / 1000, elapsed: dur / 1000, worked: tdur / 1000 }))
      return { tasks, at: (name: string) => marks.get(markOf(name)) ?? Number.NaN }
    },
  }
}
