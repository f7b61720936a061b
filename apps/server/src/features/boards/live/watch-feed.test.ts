import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchFeed } from './watch-feed.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a feed that hangs or is lost has an age, and none as soon as it comes again', async () => {
  let answer = Promise.resolve(true)
  const feed = watchFeed(
    () => answer,
    () => Date.now(),
  )
  const ageAfter = async (seconds: number) => {
    await vi.advanceTimersByTimeAsync(seconds * 1000)
    return feed.age()
  }
  expect([await ageAfter(60), await ageAfter(0)]).toEqual([0, 0])
  answer = Promise.resolve(false)
  expect([await ageAfter(8), await ageAfter(32)]).toEqual([0, 40])
  answer = Promise.resolve(true)
  expect(await ageAfter(2)).toBe(0)
  const hanging = Promise.withResolvers<boolean>()
  answer = hanging.promise
  expect(await ageAfter(30)).toBeGreaterThan(25)
  hanging.resolve(true)
  expect(await ageAfter(0)).toBe(0)
  feed.end()
  expect(vi.getTimerCount()).toBe(0)
})
