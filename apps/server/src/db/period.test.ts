import fc from 'fast-check'
import { expect, test } from 'vitest'
import { timeText } from '../lib/time.ts'
import { type Period, splitByMonth } from './period.ts'

const rest = (...spans: [string, string][]) => spans.map(([startTime, endTime]) => ({ startTime, endTime }))

test.each([
  [{}, {}, []],
  [
    { startTime: '2026-03-01 00:00:00', endTime: '2026-04-30 23:59:59' },
    { startTime: '2026-03-01 00:00:00', endTime: '2026-04-30 23:59:59' },
    [],
  ],
  [
    { startTime: '2026-01-15 08:00:00', endTime: '2026-03-02 07:59:59' },
    { startTime: '2026-02-01 00:00:00', endTime: '2026-02-28 23:59:59' },
    rest(['2026-01-15 08:00:00', '2026-01-31 23:59:59'], ['2026-03-01 00:00:00', '2026-03-02 07:59:59']),
  ],
  [
    { startTime: '2026-03-02 00:00:00', endTime: '2026-03-08 23:59:59' },
    undefined,
    rest(['2026-03-02 00:00:00', '2026-03-08 23:59:59']),
  ],
  [
    { startTime: '2025-12-31 23:59:59', endTime: '2026-01-01 00:00:00' },
    undefined,
    rest(['2025-12-31 23:59:59', '2026-01-01 00:00:00']),
  ],
  [
    { startTime: '9999-12-31 23:59:59', endTime: '2026-01-01 00:00:00' },
    undefined,
    rest(['9999-12-31 23:59:59', '2026-01-01 00:00:00']),
  ],
  [{ startTime: '2026-01-01 00:00:00', endTime: '9999-12-31 23:59:59' }, { startTime: '2026-01-01 00:00:00' }, []],
] as [Period, Period | undefined, Period[]][])('%j is %j and %j', (period, months, left) => {
  expect(splitByMonth(period)).toEqual({ months, rest: left })
})

const moment = fc.integer({ min: 1_700_000_000, max: 1_720_000_000 }).map((seconds) => timeText(seconds * 1000))
const isIn = (at: string, { startTime = '', endTime = '9' }: Period) => startTime <= at && at <= endTime

test('every moment of a period is in exactly one of its parts, and no other is', () => {
  fc.assert(
    fc.property(
      fc.option(moment, { nil: undefined }),
      fc.option(moment, { nil: undefined }),
      moment,
      (startTime, endTime, at) => {
        fc.pre(!startTime || !endTime || startTime <= endTime)
        const { months, rest } = splitByMonth({ startTime, endTime })
        const parts = [...(months ? [months] : []), ...rest]
        expect(parts.filter((part) => isIn(at, part))).toHaveLength(isIn(at, { startTime, endTime }) ? 1 : 0)
      },
    ),
  )
})
