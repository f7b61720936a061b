import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { fewAtOnce } from './few-at-once.ts'

test('each is worked on once, so many at a time, and what came of it stands in their order', async () => {
  let [underWay, most] = [0, 0]
  const results = await fewAtOnce([30, 1, 20, 2, 10, 3], 3, async (ms) => {
    most = Math.max(most, ++underWay)
    await sleep(ms)
    underWay--
    return ms * 2
  })
  expect(results).toEqual([60, 2, 40, 4, 20, 6])
  expect(most).toBe(3)
  expect(await fewAtOnce([], 3, async () => 1)).toEqual([])
})

test('what fails is told', async () => {
  const failing = fewAtOnce([1, 2], 2, async (n) => {
    if (n === 2) throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
})
