import { expect, test } from 'vitest'
import { wallTime } from '../../lib/time.ts'
import { chartOf } from './reading-chart.ts'

const at = (hour: number, avg: number) => ({
  time: `2026-03-02 0${hour}:00:00`,
  avg,
  min: avg,
  max: avg,
  measured: avg,
  count: 1,
})

test('shares are drawn between 0 and 100 %; other values have the scale of what was measured', () => {
  expect(chartOf('battery', [at(1, 80), at(2, 79)], 0, 1).yAxis).toMatchObject({ min: 0, max: 100 })
  expect(chartOf('ammonia', [at(1, 8), at(2, 9)], 0, 1).yAxis).not.toHaveProperty('max')
})

test('one reading alone is a point: it has no line', () => {
  const symbolOf = (values: ReturnType<typeof at>[]) => chartOf('ammonia', values, 0, 1).series.at(-1)
  expect(symbolOf([at(1, 8)])).toMatchObject({ symbol: 'circle' })
  expect(symbolOf([at(1, 8), at(2, 9)])).toMatchObject({ symbol: 'none' })
})

test('the limit is a dashed line from the first moment to the last', () => {
  const { series, yAxis } = chartOf('ammonia', [at(1, 8)], 0, 1000, { name: '限值', value: 5 })
  const line = series.at(-1)
  const [first, last] = [0, 1000].map((time) => [wallTime(time), 5])
  expect(line).toMatchObject({ lineStyle: { type: 'dashed' }, data: [first, last] })
  // Not on the axis, where it would not be seen.
  expect(yAxis).toMatchObject({ scale: false })
})
