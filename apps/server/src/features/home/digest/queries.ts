import { CleaningStatus } from '@huanwei/contract/cleaning/codes'
import { MsgType, ReminderTask } from '@huanwei/contract/messages/codes'
import { handlingPermissions } from '@huanwei/contract/messages/rules'
import { ObjectType } from '@huanwei/contract/objects'
import { eq, sql } from 'drizzle-orm'
import type { Tx } from '../../../db/connect.ts'
import { isAwayAllDay } from '../../approvals/queries.ts'
import { findDutyRecords } from '../../attendance/queries.ts'
import { cleaningReports } from '../../cleaning/table.ts'
import { tomorrow } from '../../deadlines/queries.ts'
import { remind, removeReminders } from '../../messages/sending/queries.ts'
import { isPushOpen, pushes } from '../../messages/table.ts'
import { figureOf } from '../../parameters/queries.ts'
import { isOpen, tenants } from '../../tenants/table.ts'
import { users } from '../../users/table.ts'
import { atWorkOn } from './at-work.ts'

/** People in one statement. */
const mostAtOnce = 1000

/** Number of a day, the id of its event. */
const numberOf = (day: string) => Number(day.replaceAll('-', ''))

/**
 * Tells the people of one organisation of what they have to do today and what is overdue: once a day, from the hour on that it set, in place of what
 * they were told the day before; who does not work today, on the next day that they do. Returns whether there was one whose turn it was.
 */
export async function tellDeadlines(tx: Tx): Promise<boolean> {
  const [turn] = await tx
    .select({
      tenantId: tenants.id,
      before: tenants.digestDay,
      day: sql<string>`current_date::text`,
      isWorkDay: sql<boolean>`is_work_day(${tenants.id}, current_date)`,
    })
    .from(tenants)
    .where(
      sql`${tenants.digestDay} < current_date and ${isOpen}
        and extract(hour from localtime) >= ${figureOf(tenants.id, 'deadline_digest_hour')}`,
    )
    .limit(1)
    .for('update', { skipLocked: true })
  if (!turn) return false
  const { tenantId, before, day, isWorkDay } = turn
  await tx.update(tenants).set({ digestDay: day }).where(eq(tenants.id, tenantId))
  const reminder = { task: ReminderTask.deadlines, objectType: ObjectType.person, objectId: 0, deptId: 0 }
  await removeReminders(tx, { tenantId, tasks: [reminder.task], eventId: numberOf(before) })
  const people = atWorkOn(day, isWorkDay, await findPeopleWithDeadlines(tx, tenantId), await findDutyRecords(tx, tenantId))
  for (let i = 0; i < people.length; i += mostAtOnce)
    await remind(tx, { tenantId, eventId: numberOf(day), ...reminder }, people.slice(i, i + mostAtOnce))
  return true
}

/** Who has something to do before tomorrow and is not on leave, if their organisation wants them to be told; the figures are those of the part `deadlines` of the briefing. */
async function findPeopleWithDeadlines(tx: Tx, tenantId: number) {
  const holders = (msgType: keyof typeof handlingPermissions) =>
    sql`p.push_object_id in (select user_id from user_scopes(${tenantId}, ${handlingPermissions[msgType]}))`
  const { rows } = await tx.execute<{ userId: number; deptId: number }>(sql`
    select user_id as "userId", dept_id as "deptId" from ${users} where tenant_id = ${tenantId} and lock_flag = '0' and ${figureOf(tenantId, 'deadline_digest')} = 1
      and not ${isAwayAllDay(users)} and user_id in (
        select push_object_id from ${pushes} p
        where tenant_id = ${tenantId} and ${isPushOpen} and due_time < ${tomorrow} and not merged and case msg_type
          when ${MsgType.inspection} then object_id = push_object_id or ${holders(MsgType.inspection)}
          when ${MsgType.approval} then ${holders(MsgType.approval)}
          when ${MsgType.public} then ${holders(MsgType.public)} end
        union all
        select assignee_id from ${cleaningReports}
        where tenant_id = ${tenantId} and status = ${CleaningStatus.assigned} and due_time < ${tomorrow} and assignee_id is not null)
    order by 1`)
  return rows
}
