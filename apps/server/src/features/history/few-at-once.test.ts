import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { fewAtOnce } from './few-at-once.ts'

test('every item is processed once, a limited number at a time, and the results keep the order of the items', async () => {
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

test('a failure is passed on', async () => {
  const failing = fewAtOnce([1, 2], 2, async (n) => {
    if (n === 2) throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
})
