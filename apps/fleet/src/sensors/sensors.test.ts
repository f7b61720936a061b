import { minuteMs } from '@huanwei/contract/time'
import { expect, test } from 'vitest'
import { createCan } from './can.ts'
import { createToilet } from './toilet.ts'

const midnight = Date.parse('2026-06-15T00:00:00+08:00')
const everyMinute = (days: number) => Array.from({ length: days * 1440 }, (_, minute) => midnight + minute * minuteMs)

test('in a toilet gas rises with its visitors until somebody cleans; meters only go up', () => {
  const measure = createToilet(808, 70_000_003)
  const measured = everyMinute(2).map(measure)
  const valuesOf = (name: string) =>
    measured.map((measurements) => measurements.find(({ metric }) => metric === name)?.value ?? Number.NaN)
  for (const meter of ['water', 'power']) expect(valuesOf(meter)).toEqual(valuesOf(meter).toSorted((a, b) => a - b))
  const gas = valuesOf('ammonia')
  const falls = gas.filter((value, i) => value < (gas[i - 1] ?? value) - 0.5).length
  expect(falls).toBeGreaterThan(8)
  expect(falls).toBeLessThanOrEqual(24)
  expect(measured.flat().every(({ value }) => value >= 0)).toBe(true)
})

test('cans fill by day and are emptied; some overflow, none stays full', () => {
  let overflowed = 0
  for (let number = 71_000_001; number < 71_000_101; number++) {
    const measure = createCan(808, number)
    const fill = everyMinute(2).map((time) => measure(time)[0]?.value ?? Number.NaN)
    if (Math.max(...fill) > 90) overflowed++
    const falls = fill.flatMap((value, i) => (value < (fill[i - 1] ?? value) ? [{ from: fill[i - 1], to: value }] : []))
    const emptied = falls.filter(({ to }) => to < 5)
    expect(emptied.length).toBeGreaterThanOrEqual(2)
    expect(emptied.length).toBeLessThanOrEqual(5)
    // A fall from full is the removal of an overfilling.
    expect(falls.filter(({ to }) => to >= 5).every(({ from }) => from === 100)).toBe(true)
  }
  expect(overflowed).toBeGreaterThan(5)
  expect(overflowed).toBeLessThan(80)
})
