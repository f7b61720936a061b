import type { CalendarDay } from '@huanwei/contract/calendar/endpoints'
import { and, between, eq, sql } from 'drizzle-orm'
import type { Tx } from '../../db/connect.ts'
import { calendarDays } from './table.ts'

/** The marked days of a year. */
export const findCalendarDays = (tx: Tx, tenantId: number, year: number) =>
  tx
    .select()
    .from(calendarDays)
    .where(and(eq(calendarDays.tenantId, tenantId), between(calendarDays.day, `${year}-01-01`, `${year}-12-31`)))
    .orderBy(calendarDays.day)

export async function upsertCalendarDay(tx: Tx, tenantId: number, { day, kind, remark }: CalendarDay) {
  const changeTime = sql`case when ${calendarDays.kind} = ${kind} then ${calendarDays.changeTime} else now() end`
  const [set] = await tx
    .insert(calendarDays)
    .values({ tenantId, day, kind, remark })
    .onConflictDoUpdate({ target: [calendarDays.tenantId, calendarDays.day], set: { kind, remark, changeTime } })
    .returning()
  return set!
}

/** Returns false when the day was not marked. */
export const deleteCalendarDay = async (tx: Tx, tenantId: number, day: string) =>
  (
    await tx
      .delete(calendarDays)
      .where(and(eq(calendarDays.tenantId, tenantId), eq(calendarDays.day, day)))
      .returning({ day: calendarDays.day })
  ).length > 0
