import { expect, test } from 'vitest'
import { DayKind } from '../calendar/codes.ts'
import { hourMs, minuteMs } from '../time.ts'
import { type Away, type DutyHours, defaultGrace, type ShiftSpan, shiftSpansOn, workOutDay } from './rules.ts'

const everyDay = [1, 2, 3, 4, 5, 6, 7]
const hours = (name: string, start: string, end: string, weekdays = everyDay): DutyHours => ({
  shiftId: 1,
  name,
  start,
  end,
  weekdays,
})
// A Monday.
const day = '2026-01-05'
const midnight = Date.parse(`${day}T00:00:00+08:00`)
/** Epoch ms of an hour and minute of the day; hours above 24 are of the next day. */
const at = (clock: string) => {
  const [hour = 0, minute = 0, second = 0] = clock.split(':').map(Number)
  return midnight + hour * hourMs + minute * minuteMs + second * 1000
}
const spansOf = (...list: DutyHours[]) => shiftSpansOn(day, list)
const morning = hours('早班', '05:00', '13:00')
const noon = hours('中班', '13:00', '21:00')
const night = hours('夜班', '21:00', '05:00')
const office = hours('常白班', '08:00', '17:00')
const present: Away = { morning: null, afternoon: null }

type Case = { seen: string[]; spans?: ShiftSpan[]; away?: Away; now?: string }
const outcome = ({ seen, spans = spansOf(office), away = present, now = '72:00' }: Case) => {
  const found = workOutDay({ midnight, spans, away, seen: seen.map(at), grace: defaultGrace }, at(now))
  return found && [found.state, found.span?.name ?? '', Math.round(found.lateMs / minuteMs), Math.round(found.earlyMs / minuteMs)]
}
const leave = 'leave' as const

// A missing row is a missing decision.
test.each<[string, Case, ReturnType<typeof outcome>]>([
  ['punctual', { seen: ['07:50', '12:00', '17:05'] }, ['normal', '常白班', 0, 0]],
  ['within the grace, to the second', { seen: ['08:05', '16:55'] }, ['normal', '常白班', 0, 0]],
  ['a second too late', { seen: ['08:05:01', '17:00'] }, ['late', '常白班', 5, 0]],
  ['a second too early', { seen: ['08:00', '16:54:59'] }, ['early', '常白班', 0, 5]],
  ['late before early', { seen: ['09:00', '16:00'] }, ['late', '常白班', 60, 60]],
  ['seen once', { seen: ['08:00'] }, ['early', '常白班', 0, 540]],
  ['never seen', { seen: [] }, ['absent', '常白班', 0, 0]],
  ['gone before the shift', { seen: ['06:30', '07:59'] }, ['absent', '常白班', 0, 0]],
  ['come when it was over', { seen: ['17:00', '17:20'] }, ['absent', '常白班', 0, 0]],
  ['seen too early and too late for the shift', { seen: ['05:59', '17:30'] }, ['absent', '常白班', 0, 0]],
  ['leave all day', { seen: [], away: { morning: leave, afternoon: leave } }, ['leave', '常白班', 0, 0]],
  [
    'leave in the morning, punctual at noon',
    { seen: ['12:03', '17:00'], away: { ...present, morning: leave } },
    ['normal', '常白班', 0, 0],
  ],
  [
    'leave in the morning, late at noon',
    { seen: ['13:00', '17:00'], away: { ...present, morning: leave } },
    ['late', '常白班', 60, 0],
  ],
  ['leave in the afternoon', { seen: ['08:00', '12:00'], away: { ...present, afternoon: leave } }, ['normal', '常白班', 0, 0]],
  [
    'leave in the afternoon, absent in the morning',
    { seen: ['14:00'], away: { ...present, afternoon: leave } },
    ['absent', '常白班', 0, 0],
  ],
  ['a day off that was applied for', { seen: [], away: { morning: 'rest', afternoon: 'rest' } }, ['rest', '常白班', 0, 0]],
  ['work elsewhere', { seen: [], away: { morning: 'outing', afternoon: 'outing' } }, ['normal', '常白班', 0, 0]],
  ['no shift', { seen: ['10:00'], spans: [] }, ['rest', '', 0, 0]],
  ['no shift, the day is not over', { seen: [], spans: [], now: '23:59' }, null],
  ['not over', { seen: ['08:00'], now: '17:29' }, null],
  ['over', { seen: ['08:00', '17:10'], now: '17:30' }, ['normal', '常白班', 0, 0]],
  ['over midnight', { seen: ['20:58', '24:30', '29:01'], spans: spansOf(night) }, ['normal', '夜班', 0, 0]],
  ['over midnight, left early', { seen: ['21:00', '26:00'], spans: spansOf(night) }, ['early', '夜班', 0, 180]],
  ['over midnight, not over', { seen: ['21:00', '24:30'], spans: spansOf(night), now: '25:00' }, null],
  [
    'over midnight, leave of its day',
    { seen: [], spans: spansOf(night), away: { ...present, afternoon: leave } },
    ['leave', '夜班', 0, 0],
  ],
  [
    'over midnight, leave of its morning',
    { seen: ['21:00', '29:00'], spans: spansOf(night), away: { ...present, morning: leave } },
    ['normal', '夜班', 0, 0],
  ],
  [
    'of three shifts the one that was worked',
    { seen: ['12:55', '21:05'], spans: spansOf(morning, noon, night) },
    ['normal', '中班', 0, 0],
  ],
  [
    'of three shifts the first when nobody was seen',
    { seen: [], spans: spansOf(morning, noon, night) },
    ['absent', '早班', 0, 0],
  ],
  [
    'the worked shift is over, later ones are not',
    { seen: ['05:00', '13:05'], spans: spansOf(morning, noon, night), now: '13:35' },
    ['normal', '早班', 0, 0],
  ],
  [
    'somebody stays a little into the next shift',
    { seen: ['05:00', '12:55', '13:20'], spans: spansOf(morning, noon, night), now: '13:35' },
    ['normal', '早班', 0, 0],
  ],
  [
    'somebody comes a little before the next shift',
    { seen: ['12:30', '13:20'], spans: spansOf(morning, noon, night), now: '13:35' },
    null,
  ],
  ['nobody seen, later shifts are not over', { seen: [], spans: spansOf(morning, noon, night), now: '22:00' }, null],
  ['the worked shift is not over', { seen: ['12:55', '20:00'], spans: spansOf(morning, noon, night), now: '20:00' }, null],
])('%s', (_, asked, expected) => expect(outcome(asked)).toEqual(expected))

test('a marked day has the hours of a Monday or none, whatever its weekday', () => {
  const weekdays = hours('早班', '05:00', '13:00', [1, 2, 3, 4, 5])
  const [sunday, holiday] = ['2026-01-04', day]
  expect(shiftSpansOn(sunday, [weekdays])).toEqual([])
  expect(shiftSpansOn(sunday, [weekdays], DayKind.work)).toMatchObject([{ start: Date.parse('2026-01-04T05:00:00+08:00') }])
  expect(shiftSpansOn(holiday, [weekdays], DayKind.rest)).toEqual([])
  expect(shiftSpansOn(day, [night, morning])).toMatchObject([
    { name: '早班', start: at('05:00'), end: at('13:00') },
    { name: '夜班', start: at('21:00'), end: at('29:00') },
  ])
})
