import { expect, test } from 'vitest'
import { createPace } from './pace.ts'

test('what is asked for again and again is done at once, and then once in a while', () => {
  let now = 0
  let waiting: { at: number; run: () => void } | undefined
  const at: number[] = []
  const clock = {
    now: () => now,
    random: () => 0,
    after(ms: number, run: () => void) {
      waiting = { at: now + ms, run }
      return () => {
        waiting = undefined
      }
    },
  }
  const pace = createPace(clock, 2000, () => at.push(now))
  for (; now < 5000; now += 100) {
    if (waiting && waiting.at <= now) {
      const { run } = waiting
      waiting = undefined
      run()
    }
    pace.ask()
  }
  expect(at).toEqual([0, 2000, 4000])
  expect(waiting).toBeDefined()
  pace.stop()
  expect(waiting).toBeUndefined()
})
