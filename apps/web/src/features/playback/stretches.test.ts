import { expect, test } from 'vitest'
import { parseTime } from '../../lib/time.ts'
import { playableFrom, recordedStretches, recordedUntil, sizeWithin, spanAround } from './stretches.ts'

const at = (time: string) => parseTime(`2026-11-27 ${time}`)
const file = (from: string, to: string, isAlarm = false) => ({
  source: 'terminal' as const,
  channel: 1,
  startTime: `2026-11-27 ${from}`,
  endTime: `2026-11-27 ${to}`,
  size: 10,
  isAlarm,
})
const stretches = recordedStretches([
  file('05:00:00', '05:30:00'),
  file('05:30:02', '06:00:00'),
  file('06:00:00', '06:01:00', true),
  file('06:01:00', '07:00:00'),
  file('12:30:00', '13:00:00'),
])

test('files that follow each other are one stretch, but for an alarm', () => {
  expect(stretches).toEqual([
    { from: at('05:00:00'), to: at('06:00:00'), size: 20, isAlarm: false },
    { from: at('06:00:00'), to: at('06:01:00'), size: 10, isAlarm: true },
    { from: at('06:01:00'), to: at('07:00:00'), size: 10, isAlarm: false },
    { from: at('12:30:00'), to: at('13:00:00'), size: 10, isAlarm: false },
  ])
  expect(recordedStretches([])).toEqual([])
})

test('what is played begins at the moment, or with the next recording', () => {
  expect(playableFrom(stretches, at('05:10:00'))).toBe(at('05:10:00'))
  expect(playableFrom(stretches, at('08:00:00'))).toBe(at('12:30:00'))
  expect(playableFrom(stretches, 0)).toBe(at('05:00:00'))
  expect(playableFrom(stretches, at('13:00:00'))).toBeUndefined()
})

test('it is recorded until the next gap, whether there was an alarm or not', () => {
  expect(recordedUntil(stretches, at('05:10:00'))).toBe(at('07:00:00'))
  expect(recordedUntil(stretches, at('06:00:30'))).toBe(at('07:00:00'))
  expect(recordedUntil(stretches, at('12:59:59'))).toBe(at('13:00:00'))
  for (const time of ['04:59:59', '07:00:00', '12:29:59', '13:00:00']) expect(recordedUntil(stretches, at(time))).toBeUndefined()
  expect(recordedUntil([], at('05:00:00'))).toBeUndefined()
})

test('what is to be uploaded is around the moment, within one stretch, and its size is told', () => {
  const [first] = stretches
  if (!first) throw new Error('no stretch')
  expect(spanAround(first, at('05:10:00'))).toEqual({ from: at('05:09:00'), to: at('05:14:00') })
  expect(spanAround(first, at('05:59:00'))).toEqual({ from: at('05:58:00'), to: at('06:00:00') })
  expect(spanAround(first, undefined)).toMatchObject({ from: first.from, to: first.to })
  expect(spanAround(first, at('06:30:00'))).toMatchObject({ from: first.from, to: first.to })
  expect(sizeWithin(stretches, { from: at('05:30:00'), to: at('06:01:00') })).toBe(20)
  expect(sizeWithin(stretches, { from: at('08:00:00'), to: at('09:00:00') })).toBe(0)
})
