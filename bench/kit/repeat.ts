import { setTimeout as sleep } from 'node:timers/promises'

/** Does `work` again and again, at most each `everyMs`, until stopped; `stop` resolves to the number of turns. */
export function repeat(work: (turn: number) => Promise<unknown>, everyMs: number) {
  let turns = 0
  let stopped = false
  const began = performance.now()
  const working = (async () => {
    while (!stopped) {
      await work(turns++)
      await sleep(Math.max(0, began + turns * everyMs - performance.now()))
    }
  })()
  return {
    async stop() {
      stopped = true
      await working
      return turns
    },
  }
}
