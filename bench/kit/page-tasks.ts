import type { Browser, Page } from 'playwright-core'
import { z } from 'zod'
import { ms } from './table.ts'

/** Task of the page's main thread, ms: its start, its duration, and the processor time it used. */
export type Task = { start: number; elapsed: number; processor: number }

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
 * The longest of the tasks by processor time: the elapsed time includes the time that other processes use. There is a budget only without a
 * slow-down.
 */
export function longestTask(tasks: readonly Task[], slowDown = 1) {
  const longest = Math.max(...tasks.map(({ processor }) => processor))
  const tooLong = tasks.filter(({ processor }) => processor > longestTaskMs).length
  const elapsed = Math.max(...tasks.map((task) => task.elapsed))
  const measured = `${ms(longest)}${tooLong ? `, ${tooLong} over ${longestTaskMs} ms` : ''} (by the clock ${ms(elapsed)})`
  return slowDown > 1 ? { measured } : { measured, budget: `≤ ${ms(longestTaskMs)}`, met: tooLong === 0 }
}

/** Name of a mark of the benchmark, which distinguishes it from the page's own marks. */
export const markName = (name: string) => `bench: ${name}`

/** Records every task of a page. */
export async function watchTasks(browser: Browser, page: Page) {
  await browser.startTracing(page, { categories: ['toplevel', 'blink.user_timing'] })
  return {
    mark: (name: string) => page.evaluate((fullName) => void performance.mark(fullName), markName(name)),
    /** Ends the recording. `between` gives the tasks from one mark to another, each where it was set first. */
    async stop() {
      const { traceEvents } = Trace.parse(JSON.parse((await browser.stopTracing()).toString()))
      const markEvents = traceEvents.filter(({ name }) => name.startsWith(markName('')))
      const marks = new Map(markEvents.toReversed().map(({ name, ts }) => [name, ts / 1000]))
      const [first] = markEvents
      const tasks = traceEvents
        .filter(({ name, pid, tid }) => name.endsWith('::RunTask') && pid === first?.pid && tid === first.tid)
        .map(({ ts, dur, tdur }): Task => ({ start: ts / 1000, elapsed: dur / 1000, processor: tdur / 1000 }))
      const timeOf = (name: string) => marks.get(markName(name)) ?? Number.NaN
      return {
        between: (from: string, to: string) => tasks.filter(({ start }) => start >= timeOf(from) && start < timeOf(to)),
      }
    },
  }
}
