import { type AnyColumn, and, gte, lt, sql } from 'drizzle-orm'
import { timeText } from './time.ts'

/** `yyyy-MM-dd HH:mm:ss` in Asia/Shanghai, both ends within, the last second whole; open where one is missing. */
export type Period = { startTime?: string | undefined; endTime?: string | undefined }

/** `time` is in the period; no condition where it is open. */
export const during = (time: AnyColumn, { startTime, endTime }: Period) =>
  and(
    startTime ? gte(time, startTime) : undefined,
    endTime ? lt(time, sql`${endTime}::timestamptz + interval '1 second'`) : undefined,
  )

/** The moment so many seconds after another. */
const later = (moment: string, seconds: number) => timeText(Date.parse(`${moment.replace(' ', 'T')}+08:00`) + seconds * 1000)

/** When the month of a moment begins, or one so many months later. */
const monthOf = (moment: string, months = 0) =>
  `${new Date(Date.UTC(Number(moment.slice(0, 4)), Number(moment.slice(5, 7)) - 1 + months)).toISOString().slice(0, 10)} 00:00:00`

/** The whole months of a period, and what is left of it before and after them. Pure. */
export function splitByMonth({ startTime, endTime }: Period): { months: Period | undefined; rest: Period[] } {
  const from = startTime && (monthOf(startTime) === startTime ? startTime : monthOf(startTime, 1))
  const to = endTime && later(monthOf(later(endTime, 1)), -1)
  if (from && to && from > to) return { months: undefined, rest: [{ startTime, endTime }] }
  const before = from && from !== startTime ? [{ startTime, endTime: later(from, -1) }] : []
  const behind = to && to !== endTime ? [{ startTime: later(to, 1), endTime }] : []
  return { months: { startTime: from, endTime: to }, rest: [...before, ...behind] }
}
