import type { CalendarDay } from '@huanwei/contract/calendar/endpoints'
import { and, between, eq, sql } from 'drizzle-orm'
import { updatedBy } from '../../db/columns.ts'
import type { Tx } from '../../db/connect.ts'
import type { Viewer } from '../../http/viewer.ts'
import { calendarDays } from './table.ts'

/** The marked days of a year. */
export const findCalendarDays = (tx: Tx, tenantId: number, year: number) =>
  tx
    .select()
    .from(calendarDays)
    .where(and(eq(calendarDays.tenantId, tenantId), between(calendarDays.day, `${year}-01-01`, `${year}-12-31`)))
    .orderBy(calendarDays.day)

const one = (tenantId: number, day: string) => and(eq(calendarDays.tenantId, tenantId), eq(calendarDays.day, day))

/** The mark of a day as it stands, until the transaction ends; undefined when it has none. */
export async function lockCalendarDay(tx: Tx, tenantId: number, day: string) {
  const [marked] = await tx.select().from(calendarDays).where(one(tenantId, day)).for('no key update')
  return marked
}

type Fields = Omit<CalendarDay, 'updateTime'>

/** Undefined when the day has a mark. */
export async function insertCalendarDay(tx: Tx, { tenantId, username }: Viewer, fields: Fields) {
  const [added] = await tx
    .insert(calendarDays)
    .values({ tenantId, ...fields, updateBy: username })
    .onConflictDoNothing()
    .returning()
  return added
}

/** Changes the mark of a locked day. */
export async function updateCalendarDay(tx: Tx, viewer: Viewer, { day, kind, remark }: Fields) {
  const changeTime = sql`case when ${calendarDays.kind} = ${kind} then ${calendarDays.changeTime} else now() end`
  const [changed] = await tx
    .update(calendarDays)
    .set({ kind, remark, changeTime, ...updatedBy(calendarDays, viewer) })
    .where(one(viewer.tenantId, day))
    .returning()
  return changed!
}

export const deleteCalendarDay = (tx: Tx, tenantId: number, day: string) => tx.delete(calendarDays).where(one(tenantId, day))
