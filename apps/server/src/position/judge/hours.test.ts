import type { Hours } from '@huanwei/contract/shifts/endpoints'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Calendar, isWithinHours, nextChange, otherHours, ruleHours } from './hours.ts'

const all = [1, 2, 3, 4, 5, 6, 7]
const at = (text: string) => Date.parse(`${text}+08:00`)
const h = (start: string, end: string, weekdays = all): Hours => ({ start, end, weekdays })

// 2026-03-02 is a Monday.
describe('within', () => {
  test.each([
    ['no hours: always', [], '2026-03-02T03:00:00', true],
    ['the first moment is in', [h('08:00', '17:30')], '2026-03-02T08:00:00', true],
    ['the last is out', [h('08:00', '17:30')], '2026-03-02T17:30:00', false],
    ['a moment before', [h('08:00', '17:30')], '2026-03-02T07:59:59.999', false],
    ['Monday on Mondays only', [h('08:00', '17:30', [1])], '2026-03-02T12:00:00', true],
    ['Tuesday on Mondays only', [h('08:00', '17:30', [1])], '2026-03-03T12:00:00', false],
    ['Sunday is 7', [h('00:00', '24:00', [7])], '2026-03-08T23:59:59', true],
    ['Monday after the Sunday', [h('00:00', '24:00', [7])], '2026-03-09T00:00:00', false],
    ['over midnight, the evening', [h('22:00', '06:00', [1])], '2026-03-02T23:00:00', true],
    ['over midnight, the morning after', [h('22:00', '06:00', [1])], '2026-03-03T05:59:59', true],
    ['over midnight, the morning before', [h('22:00', '06:00', [1])], '2026-03-02T05:00:00', false],
    ['over the end of the week', [h('22:00', '06:00', [7])], '2026-03-09T05:00:00', true],
    ['from 24:00', [h('24:00', '06:00', [7])], '2026-03-09T05:00:00', true],
    ['from 24:00 to 00:00: the whole round', [h('24:00', '00:00', [6])], '2026-03-08T12:00:00', true],
    ['equal ends: the whole round', [h('08:00', '08:00', [1])], '2026-03-03T07:59:59', true],
    ['the second of two', [h('08:00', '10:00'), h('14:00', '16:00')], '2026-03-02T15:00:00', true],
    ['between two', [h('08:00', '10:00'), h('14:00', '16:00')], '2026-03-02T12:00:00', false],
    ['before the epoch', [h('08:00', '10:00', [3])], '1969-12-31T09:00:00', true],
  ])('%s', (_, hours, time, expected) => {
    expect(isWithinHours(ruleHours(hours), at(time))).toBe(expected)
  })

  // The Tuesday is a rest day, the Saturday a work day.
  const calendar: Calendar = new Map([
    [at('2026-03-03T00:00:00'), 'rest'],
    [at('2026-03-07T00:00:00'), 'work'],
  ])
  const nights = [h('08:00', '12:00', [1, 2, 3, 4, 5]), h('22:00', '06:00', [1, 2, 3, 4, 5])]
  test.each([
    ['a rest day has no hours', nights, '2026-03-03T09:00:00', false],
    ['but what began the day before goes on', nights, '2026-03-03T05:00:00', true],
    ['and nothing begins', nights, '2026-03-04T05:00:00', false],
    ['a work day has those of a Monday', nights, '2026-03-07T09:00:00', true],
    ['its night too', nights, '2026-03-08T05:00:00', true],
    ['other days are as ever', nights, '2026-03-08T09:00:00', false],
    ['without hours: always', [], '2026-03-08T09:00:00', true],
    ['save on a rest day', [], '2026-03-03T09:00:00', false],
  ])('with a calendar: %s', (_, hours, time, expected) => {
    expect(isWithinHours(ruleHours(hours, calendar), at(time))).toBe(expected)
    expect(isWithinHours(otherHours(ruleHours(hours, calendar)), at(time))).toBe(!expected)
  })
  test('a calendar changes where its days begin and end', () => {
    const always = ruleHours([], calendar)
    expect(nextChange(always, at('2026-03-01T00:00:00'))).toBe(at('2026-03-03T00:00:00'))
    expect(nextChange(always, at('2026-03-03T00:00:00'))).toBe(at('2026-03-04T00:00:00'))
    expect(nextChange(always, at('2026-03-04T00:00:00'))).toBe(Number.POSITIVE_INFINITY)
    expect(nextChange(otherHours(ruleHours([h('08:00', '17:30')])), at('2026-03-02T07:00:00'))).toBe(at('2026-03-02T08:00:00'))
    expect(isWithinHours(otherHours(null), 0)).toBe(false)
  })

  test('agrees with the calendar', () => {
    const format = new Intl.DateTimeFormat('en-GB', {
      timeZone: 'Asia/Shanghai',
      weekday: 'short',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    })
    const days = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
    const hours = ruleHours([h('07:15', '11:45', [2, 4, 7])])
    fc.assert(
      fc.property(fc.integer({ min: at('2000-01-01T00:00:00'), max: at('2100-01-01T00:00:00') }), (time) => {
        const part = Object.fromEntries(format.formatToParts(time).map(({ type, value }) => [type, value]))
        const clock = `${part.hour}:${part.minute}`
        const weekday = days.indexOf(part.weekday ?? '') + 1
        expect(isWithinHours(hours, time)).toBe([2, 4, 7].includes(weekday) && clock >= '07:15' && clock < '11:45')
      }),
    )
  })
})

describe('nextChange', () => {
  test.each([
    ['opens today', [h('08:00', '17:30')], '2026-03-02T07:00:00', '2026-03-02T08:00:00'],
    ['closes today', [h('08:00', '17:30')], '2026-03-02T08:00:00', '2026-03-02T17:30:00'],
    ['opens tomorrow', [h('08:00', '17:30')], '2026-03-02T17:30:00', '2026-03-03T08:00:00'],
    ['opens next week', [h('08:00', '17:30', [1])], '2026-03-02T18:00:00', '2026-03-09T08:00:00'],
    ['closes after midnight', [h('22:00', '06:00')], '2026-03-02T23:00:00', '2026-03-03T06:00:00'],
    ['closes after the week', [h('22:00', '06:00')], '2026-03-08T23:00:00', '2026-03-09T06:00:00'],
    ['hours that touch are one', [h('08:00', '12:00'), h('12:00', '14:00')], '2026-03-02T09:00:00', '2026-03-02T14:00:00'],
    ['hours that overlap are one', [h('08:00', '13:00'), h('12:00', '12:30')], '2026-03-02T09:00:00', '2026-03-02T13:00:00'],
  ])('%s', (_, hours, time, expected) => {
    expect(nextChange(ruleHours(hours), at(time))).toBe(at(expected))
  })

  test('never without hours or when they fill the week', () => {
    expect(nextChange(ruleHours([]), 0)).toBe(Number.POSITIVE_INFINITY)
    expect(nextChange(ruleHours([h('06:00', '22:00'), h('22:00', '06:00')]), 0)).toBe(Number.POSITIVE_INFINITY)
  })

  test('changes there and nowhere before', () => {
    const clock = fc.integer({ min: 0, max: 1440 }).map((m) => `${pad(m / 60)}:${pad(m % 60)}`)
    const hours = fc.array(fc.record({ start: clock, end: clock, weekdays: fc.subarray(all, { minLength: 1 }) }), {
      maxLength: 4,
    })
    const times = fc.record({ time: fc.integer({ min: 1e12, max: 2e12 }), part: fc.double({ min: 0, max: 0.999, noNaN: true }) })
    fc.assert(
      fc.property(hours, times, (list, { time, part }) => {
        const spans = ruleHours(list)
        const next = nextChange(spans, time)
        const now = isWithinHours(spans, time)
        const between = next === Number.POSITIVE_INFINITY ? time + part * 1e9 : time + Math.floor((next - time) * part)
        expect(isWithinHours(spans, between)).toBe(now)
        if (next !== Number.POSITIVE_INFINITY) expect(isWithinHours(spans, next)).toBe(!now)
      }),
    )
  })
})

const pad = (value: number) => String(Math.floor(value)).padStart(2, '0')
