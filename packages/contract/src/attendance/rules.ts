import { DayKind } from '../calendar/codes.ts'
import type { Hours } from '../shifts/endpoints.ts'
import { dayMs, hourMs, minuteMs } from '../time.ts'
import { AttendanceState } from './codes.ts'

/** How much too late or too early is on time, ms. */
export type Grace = { lateMs: number; earlyMs: number }
/** Where no rule about arriving late or leaving early says otherwise. */
export const defaultGrace: Grace = { lateMs: 5 * minuteMs, earlyMs: 5 * minuteMs }
/** Presence so long before a shift and so long after it belongs to it, ms. */
export const openMs = 2 * hourMs
export const closeMs = 30 * minuteMs

/** Hours of one day as a rule takes them from a shift or says them itself. */
export type DutyHours = Hours & { shiftId: number | null; name: string }
/** A shift of one day, epoch ms, half open. One over midnight belongs to the day on which it begins. */
export type ShiftSpan = { shiftId: number | null; name: string; start: number; end: number }

const clockMs = (clock: string) => Number(clock.slice(0, 2)) * hourMs + Number(clock.slice(3)) * minuteMs
/** 1 Monday to 7 Sunday. */
const weekdayOf = (day: string) => ((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7) + 1

/** The shifts of a day, the first to begin first. A marked day has the hours of a Monday, or none. `kind`: of the mark that its rule keeps to. */
export function shiftSpansOn(day: string, hours: readonly DutyHours[], kind?: DayKind): ShiftSpan[] {
  const midnight = Date.parse(`${day}T00:00:00+08:00`)
  const weekday = kind === DayKind.work ? 1 : weekdayOf(day)
  if (kind === DayKind.rest) return []
  return hours
    .filter(({ weekdays }) => weekdays.includes(weekday))
    .map(({ shiftId, name, start, end }) => {
      const [from, to] = [clockMs(start), clockMs(end)]
      return { shiftId, name, start: midnight + from, end: midnight + (to <= from ? to + dayMs : to) }
    })
    .sort((a, b) => a.start - b.start || a.end - b.end)
}

/** Why somebody does not have to be at the post: leave, a day off in lieu of another, or work elsewhere. */
export type AwayKind = 'leave' | 'rest' | 'outing'
/** Approved absence by half of the day. Hours after midnight belong to the afternoon of the day on which their shift begins. */
export type Away = { morning: AwayKind | null; afternoon: AwayKind | null }

type Day = {
  /** Beginning of the day, epoch ms. */
  midnight: number
  /** Shifts among which the person worked one; none on a day of rest. */
  spans: readonly ShiftSpan[]
  away: Away
  /** When the person was seen at the post, epoch ms, ascending. */
  seen: readonly number[]
  grace: Grace
}

export type DayOutcome = {
  state: AttendanceState
  /** The shift that was worked, or the first one; null on a day of rest. Expected hours are those of it that no absence covers. */
  span: ShiftSpan | null
  expected: { start: number; end: number } | null
  /** First and last moment at the post; null when there was none. */
  actual: { start: number; end: number } | null
  lateMs: number
  earlyMs: number
}

const stateOfAway = {
  leave: AttendanceState.leave,
  rest: AttendanceState.rest,
  outing: AttendanceState.normal,
} as const satisfies Record<AwayKind, AttendanceState>

/**
 * Returns what became of a day, or null while that is not known. Of several shifts the one counts in which the person was longest at the post: it is
 * known once one is over of which they were there for half, or no later one in which they were seen is open. Who was not seen is absent when
 * all are over. Pure; times are device times.
 */
export function workOutDay(day: Day, now: number): DayOutcome | null {
  const { spans } = day
  if (!spans.length)
    return now < day.midnight + dayMs
      ? null
      : { state: AttendanceState.rest, span: null, expected: null, actual: null, lateMs: 0, earlyMs: 0 }
  const judged = spans.map((span) => judgeShift(span, day))
  const isOpen = ({ span }: { span: ShiftSpan }) => now < span.end + closeMs
  const [open, over] = [judged.filter(isOpen), judged.filter((one) => !isOpen(one))]
  const [first, ...others] = over
  if (!first) return null
  const best = others.reduce((a, b) => (b.presentMs > a.presentMs ? b : a), first)
  const isClear = best.presentMs * 2 >= best.span.end - best.span.start
  const mayBeAnother = open.some(({ presentMs }) => presentMs > 0) || (open.length > 0 && best.presentMs === 0)
  if (!isClear && mayBeAnother) return null
  const { presentMs: _, ...outcome } = best
  return outcome
}

/** The same for one shift, with how long the person was at the post in it. */
function judgeShift(span: ShiftSpan, { midnight, away, seen, grace }: Day) {
  const noon = midnight + dayMs / 2
  const start = away.morning ? Math.max(span.start, Math.min(noon, span.end)) : span.start
  const end = away.afternoon ? Math.min(span.end, Math.max(noon, span.start)) : span.end
  const covering = span.start < noon ? away.morning : away.afternoon
  const within = seen.filter((time) => time >= span.start - openMs && time < span.end + closeMs)
  const actual = within.length ? { start: within[0]!, end: within.at(-1)! } : null
  const presentMs = actual ? Math.max(0, Math.min(actual.end, span.end) - Math.max(actual.start, span.start)) : 0
  const none = { span, actual, presentMs, lateMs: 0, earlyMs: 0 }
  if (start >= end && covering) return { ...none, expected: null, state: stateOfAway[covering] }
  const expected = { start, end }
  if (!actual || actual.start >= end || actual.end < start) return { ...none, expected, state: AttendanceState.absent }
  const lateMs = overrun(actual.start - start, grace.lateMs)
  const earlyMs = overrun(end - actual.end, grace.earlyMs)
  const state = lateMs ? AttendanceState.late : earlyMs ? AttendanceState.early : AttendanceState.normal
  return { span, actual, presentMs, expected, state, lateMs, earlyMs }
}

/** The whole difference once it is more than the grace. */
const overrun = (ms: number, graceMs: number) => (ms > graceMs ? ms : 0)
