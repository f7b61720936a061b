import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchTurns } from './watch-turns.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())
const minutes = (count: number) => vi.advanceTimersByTime(count * 60_000)

test('a page that neither asks nor hears for long is frozen; one that slept has a minute to go on', () => {
  const onFrozen = vi.fn()
  const turns = watchTurns(onFrozen)
  for (let minute = 0; minute < 30; minute++) {
    turns.note()
    minutes(1)
  }
  vi.setSystemTime(Date.now() + 8 * 3_600_000)
  minutes(1)
  turns.note()
  minutes(10)
  expect(onFrozen).not.toHaveBeenCalled()
  minutes(2)
  expect(onFrozen).toHaveBeenCalled()
  turns.end()
  onFrozen.mockClear()
  minutes(60)
  expect(onFrozen).not.toHaveBeenCalled()
})
