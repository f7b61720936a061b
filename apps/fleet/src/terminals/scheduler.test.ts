import { expect, test } from 'vitest'
import { Scheduler } from './scheduler.ts'

test('the scheduler returns every id once, in time and after a long sleep', () => {
  const scheduler = new Scheduler(0)
  scheduler.schedule(1, 120)
  scheduler.schedule(2, -5)
  scheduler.schedule(3, 90_000)
  expect(scheduler.takeDue(49)).toEqual([2])
  expect(scheduler.takeDue(100)).toEqual([])
  expect(scheduler.takeDue(160)).toEqual([1])
  expect(scheduler.takeDue(3_600_000)).toEqual([3])
  scheduler.schedule(4, 3_600_050)
  expect(scheduler.takeDue(3_600_100)).toEqual([4])
})
