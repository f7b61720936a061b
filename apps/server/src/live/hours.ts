import type { Hours } from '@huanwei/contract/rules/endpoints'

const minute = 60_000
const day = 1440 * minute
const week = 7 * day
/** From the epoch (Thursday, UTC) to Monday 00:00 in Asia/Shanghai, which has been UTC+8 without summer time since 1991. */
const toMonday = 3 * day + 8 * 60 * minute

/** Part of a week in ms from Monday 00:00 in Asia/Shanghai, half open. */
type Span = { start: number; end: number }
/** Sorted spans that neither touch nor overlap; `null`: always. */
export type WeekHours = readonly Span[] | null

const clockMs = (clock: string) => (Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))) * minute
const weekTime = (time: number) => (((time + toMonday) % week) + week) % week

/**
 * Lays a rule's hours on the week. None: always. An end before the start runs over midnight and belongs to the weekday
 * it starts on; an end equal to the start is the whole round of the clock.
 */
export function weekHours(hours: readonly Hours[]): WeekHours {
  if (hours.length === 0) return null
  const spans = hours
    .flatMap(({ start, end, weekdays }) =>
      weekdays.flatMap((weekday) => {
        const from = (weekday - 1) * day + clockMs(start)
        const to = (weekday - 1) * day + clockMs(end)
        return overWeekend(from, to <= from ? to + day : to)
      }),
    )
    .sort((a, b) => a.start - b.start)
  const joined: Span[] = []
  for (const span of spans) {
    const before = joined.at(-1)
    if (before && span.start <= before.end) before.end = Math.max(before.end, span.end)
    else joined.push({ ...span })
  }
  const all = joined.length === 1 && joined[0]!.start === 0 && joined[0]!.end === week
  return all ? null : joined
}

function overWeekend(start: number, end: number): Span[] {
  if (start >= week) return [{ start: start - week, end: end - week }]
  if (end <= week) return [{ start, end }]
  return [
    { start, end: week },
    { start: 0, end: end - week },
  ]
}

/** Whether `time` (epoch ms) lies in the hours. */
export function within(hours: WeekHours, time: number): boolean {
  if (hours === null) return true
  const at = weekTime(time)
  for (const span of hours) if (at >= span.start && at < span.end) return true
  return false
}

/** The first moment after `time` (epoch ms) at which `within` changes; Infinity when it never does. */
export function nextChange(hours: WeekHours, time: number): number {
  if (hours === null) return Number.POSITIVE_INFINITY
  const at = weekTime(time)
  for (const span of hours) {
    if (at < span.start) return time + span.start - at
    if (at < span.end) return time + endOf(hours, span) - at
  }
  const first = hours[0]!
  return time + week + first.start - at
}

/** Sunday's last span goes on in Monday's first when they meet at midnight. */
function endOf(hours: readonly Span[], span: Span): number {
  const first = hours[0]!
  return span.end === week && first.start === 0 ? week + first.end : span.end
}
