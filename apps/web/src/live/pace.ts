import type { Clock } from './clock.ts'

/** `ask` runs `work` now, or, within `everyMs` of the last time, once at the end of that time. `stop` gives up what waits. */
export function createPace(clock: Clock, everyMs: number, work: () => void) {
  let last = Number.NEGATIVE_INFINITY
  let cancel: (() => void) | undefined

  function run() {
    cancel = undefined
    last = clock.now()
    work()
  }
  return {
    ask() {
      if (cancel) return
      const left = last + everyMs - clock.now()
      if (left > 0) cancel = clock.after(left, run)
      else run()
    },
    stop: () => cancel?.(),
  }
}
