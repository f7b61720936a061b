import { type AnyColumn, and, gte, lt, sql } from 'drizzle-orm'
import { timeText } from '../lib/time.ts'

/** `yyyy-MM-dd HH:mm:ss` in Asia/Shanghai, both ends included to the end of their second; open where one is missing. */
export type Period = { startTime?: string | undefined; endTime?: string | undefined }

/** Condition that `time` is in the period; no condition where it is open. */
export const during = (time: AnyColumn, { startTime, endTime }: Period) =>
  and(
    startTime ? gte(time, startTime) : undefined,
    endTime ? lt(time, sql`${endTime}::timestamptz + interval '1 second'`) : undefined,
  )

/** The time this many seconds later. */
const later = (moment: string, seconds: number) => timeText(Date.parse(`${moment.replace(' ', 'T')}+08:00`) + seconds * 1000)

/** Beginning of the month of a time, or of the month this many months later. */
const monthOf = (moment: string, months = 0) =>
  `${new Date(Date.UTC(Number(moment.slice(0, 4)), Number(moment.slice(5, 7)) - 1 + months)).toISOString().slice(0, 10)} 00:00:00`

/** The last month that a four-digit year has: none begins after it, and nothing happens so late. */
const lastMonth = '9999-12'

/** Splits a period into its whole months and the rest before and after them. */
export function splitByMonth(period: Period): { months: Period | undefined; rest: Period[] } {
  const { startTime } = period
  const endTime = period.endTime && period.endTime < lastMonth ? period.endTime : undefined
  if (startTime && startTime >= lastMonth) return { months: undefined, rest: [period] }
  const from = startTime && (monthOf(startTime) === startTime ? startTime : monthOf(startTime, 1))
  const to = endTime && later(monthOf(later(endTime, 1)), -1)
  if (from && to && from > to) return { months: undefined, rest: [{ startTime, endTime }] }
  const before = from && from !== startTime ? [{ startTime, endTime: later(from, -1) }] : []
  const after = to && to !== endTime ? [{ startTime: later(to, 1), endTime }] : []
  return { months: { startTime: from, endTime: to }, rest: [...before, ...after] }
}
