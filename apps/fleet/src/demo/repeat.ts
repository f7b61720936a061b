/** Runs `work` every `intervalMs`, for the first time at a random moment. */
export type Repeat = (intervalMs: number, random: () => number, work: () => void) => void

/** Timers of all devices; each runs for the first time within `firstMs`. */
export function createRepeater(firstMs: number) {
  const timers: NodeJS.Timeout[] = []
  const repeat: Repeat = (intervalMs, random, work) => {
    const first = setTimeout(() => {
      work()
      timers.push(setInterval(work, intervalMs))
    }, firstMs * random())
    timers.push(first)
  }
  return {
    repeat,
    stop: () => {
      for (const timer of timers) clearInterval(timer)
    },
  }
}
