import { DayKind } from '@huanwei/contract/calendar/codes'
import type { Hours } from '@huanwei/contract/shifts/endpoints'
import { dayMs, minuteMs } from '@huanwei/contract/time'
import { dayStart } from '../../lib/time.ts'

const week = 7 * dayMs
/** A Monday 00:00 in Asia/Shanghai, which has been UTC+8 without summer time since 1991. */
const monday = Date.parse('2024-01-01T00:00:00+08:00')

/** Epoch ms, half open. */
export type Interval = { readonly start: number; readonly end: number }
/** Returns the first interval that ends after `time`: the current or the next one. */
type NextSpan = (time: number) => Interval
/** Hours in which a rule is in force; `null`: always. Intervals neither touch nor overlap. */
export type RuleHours = NextSpan | null
/** Kinds of the marked days by their beginning, epoch ms. */
export type Calendar = ReadonlyMap<number, DayKind>

const noCalendar: Calendar = new Map()
const never: Interval = { start: Number.POSITIVE_INFINITY, end: Number.POSITIVE_INFINITY }
const clockMs = (clock: string) => (Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))) * minuteMs

/**
 * Applies daily hours to the calendar. Without hours: always, except on rest days. An end before the start is on the next day
 * and belongs to the day of the start; an end equal to the start means 24 hours.
 */
export function ruleHours(hours: readonly Hours[], calendar: Calendar = noCalendar): RuleHours {
  if (!hours.length && !calendar.size) return null
  const given = hours.length ? hours : [{ start: '00:00', end: '24:00', weekdays: [1, 2, 3, 4, 5, 6, 7] }]
  /** Spans of each weekday, Monday first; ms from the beginning of the day, sorted by start. */
  const byWeekday = [1, 2, 3, 4, 5, 6, 7].map((weekday) =>
    given
      .filter(({ weekdays }) => weekdays.includes(weekday))
      .map((one) => {
        const start = clockMs(one.start)
        // 24:00 and 00:00 are equal too.
        return { start, end: start + ((clockMs(one.end) - start + dayMs) % dayMs || dayMs) }
      })
      .sort((a, b) => a.start - b.start),
  )
  /** Time after the last calendar day, from which all weeks are alike. */
  const settled = Math.max(...calendar.keys()) + 2 * dayMs
  const spansOf = (day: number): readonly Interval[] => {
    const kind = calendar.get(day)
    return kind === DayKind.rest ? [] : byWeekday[kind === DayKind.work ? 0 : weekdayOf(day)]!
  }
  return remembering((time) => joined(spansOf, time, settled))
}

const weekdayOf = (day: number) => ((((day - monday) / dayMs) % 7) + 7) % 7

/** The complement: hours in which the given ones are not in force. */
export function otherHours(hours: RuleHours): RuleHours {
  if (hours === null) return () => never
  return remembering((time) => {
    const span = hours(time)
    if (span.end === Number.POSITIVE_INFINITY && span.start <= time) return never
    return span.start > time
      ? { start: Number.NEGATIVE_INFINITY, end: span.start }
      : { start: span.end, end: hours(span.end).start }
  })
}

/** Days before a time that are searched for the beginning of its interval; a longer one counts as without beginning. */
const joinedDays = 10

/** The first interval with an end after `time`, joined from those that touch. From `settled` on weeks repeat, so that one without a change means none. */
function joined(spansOf: (day: number) => readonly Interval[], time: number, settled: number): Interval {
  let found: { start: number; end: number } | undefined
  const first = dayStart(time)
  const last = Math.max(first, settled) + 2 * week
  for (let day = first - joinedDays * dayMs; day <= last; day += dayMs)
    for (const { start, end } of spansOf(day)) {
      const [from, to] = [day + start, day + end]
      if (found && from <= found.end) found.end = Math.max(found.end, to)
      else if (found && found.end > time) return found
      else found = { start: from, end: to }
    }
  if (!found || found.end <= time) return never
  return {
    start: found.start < first - (joinedDays - 2) * dayMs ? Number.NEGATIVE_INFINITY : found.start,
    end: found.end > last ? Number.POSITIVE_INFINITY : found.end,
  }
}

/** Caches the last interval, as most calls ask for a time within it. */
function remembering(next: NextSpan): NextSpan {
  let [from, found] = [Number.POSITIVE_INFINITY, never]
  return (time) => {
    if (time < from || time >= found.end) [from, found] = [time, next(time)]
    return found
  }
}

/** True when `time` (epoch ms) lies in the hours. */
export const isWithinHours = (hours: RuleHours, time: number) => hours === null || hours(time).start <= time

/** The first time after `time` (epoch ms) at which `isWithinHours` changes; Infinity when it never does. */
export function nextChange(hours: RuleHours, time: number): number {
  if (hours === null) return Number.POSITIVE_INFINITY
  const { start, end } = hours(time)
  return start > time ? start : end
}
