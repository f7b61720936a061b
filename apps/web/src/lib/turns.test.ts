import { expect, test, vi } from 'vitest'
import { inSlices } from './turns.ts'

function* steps(log: number[]) {
  for (let step = 0; step < 10; step++) {
    log.push(step)
    yield
  }
  return 'all'
}

test('short steps share a task until it has taken long enough, and others come in between', async () => {
  const log: number[] = []
  // Every look at the clock finds 3 ms gone.
  let clock = 0
  const now = vi.spyOn(performance, 'now').mockImplementation(() => {
    clock += 3
    return clock
  })
  const tasks: number[] = []
  const result = await new Promise((resolve) => {
    inSlices(steps(log), resolve)
    const look = () => {
      tasks.push(log.length)
      if (log.length < 10) setTimeout(look)
    }
    setTimeout(look)
  })
  now.mockRestore()
  expect(result).toBe('all')
  expect(log).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  expect(tasks[0]).toBe(3)
})

test('what is cancelled does no further step', async () => {
  const log: number[] = []
  inSlices(steps(log), () => log.push(-1))()
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(log).toEqual([])
})
