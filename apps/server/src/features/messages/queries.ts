import type { Parsed } from '@huanwei/contract/endpoint'
import type { MessageSummary } from '@huanwei/contract/live/messages'
import { MsgType } from '@huanwei/contract/messages/codes'
import type { listPushes } from '@huanwei/contract/messages/endpoints'
import type { Language } from '@huanwei/contract/words'
import { and, count, desc, eq, gte, lte, sql } from 'drizzle-orm'
import type { Tx } from '../../db/connect.ts'
import { amongDepartments } from '../../lib/scope.ts'
import type { Viewer } from '../../lib/serve.ts'
import { violationColumns } from '../violations/queries.ts'
import { violations } from '../violations/table.ts'
import { pushes, pushTallies } from './table.ts'

type Filter = Omit<Parsed<typeof listPushes>, 'pushObjectId'>

/** One page of the violations pushed to the viewer, newest first, with the total. */
export async function findViolationPushes(
  tx: Tx,
  viewer: Viewer,
  filter: Filter,
  departments: number[] | null,
  language: Language,
) {
  const where = and(
    eq(pushes.tenantId, viewer.tenantId),
    eq(pushes.pushObjectId, viewer.userId),
    eq(pushes.msgType, MsgType.violation),
    filter.objectType && eq(pushes.objectType, filter.objectType),
    filter.status && eq(pushes.status, filter.status),
    filter.objectId ? eq(pushes.objectId, filter.objectId) : undefined,
    amongDepartments(departments, pushes.deptId),
    filter.startTime ? gte(pushes.createTime, filter.startTime) : undefined,
    filter.endTime ? lte(pushes.createTime, filter.endTime) : undefined,
  )
  const wanted = tx
    .select()
    .from(pushes)
    .where(where)
    .orderBy(desc(pushes.createTime), desc(pushes.id))
    .limit(filter.size)
    .offset((filter.current - 1) * filter.size)
    .as('wanted')
  const records = await tx
    .select({
      ...violationColumns(language),
      pushId: wanted.id,
      pushObjectId: wanted.pushObjectId,
      status: wanted.status,
      readUnread: wanted.readUnread,
      msgType: sql<typeof MsgType.violation>`${wanted.msgType}`,
    })
    .from(wanted)
    .innerJoin(
      violations,
      and(
        eq(violations.tenantId, wanted.tenantId),
        eq(violations.id, wanted.eventId),
        eq(violations.createTime, wanted.createTime),
      ),
    )
    .orderBy(desc(wanted.createTime), desc(wanted.id))
  return { records, total: await countPushes(tx, viewer, filter, departments, where) }
}

const wholeDays = ({ startTime, endTime }: Filter) =>
  (startTime?.endsWith(' 00:00:00') ?? true) && (endTime?.endsWith(' 23:59:59') ?? true)

/** The exact total: summed from the tally where the filter follows its lines, counted where it does not. */
async function countPushes(tx: Tx, viewer: Viewer, filter: Filter, departments: number[] | null, where: ReturnType<typeof and>) {
  if (filter.objectId || !wholeDays(filter)) {
    const [counted] = await tx.select({ total: count() }).from(pushes).where(where)
    return counted!.total
  }
  const [summed] = await tx
    .select({ total: sql`coalesce(sum(${pushTallies.total}), 0)`.mapWith(Number) })
    .from(pushTallies)
    .where(
      and(
        eq(pushTallies.tenantId, viewer.tenantId),
        eq(pushTallies.pushObjectId, viewer.userId),
        eq(pushTallies.msgType, MsgType.violation),
        filter.objectType && eq(pushTallies.objectType, filter.objectType),
        filter.status && eq(pushTallies.status, filter.status),
        amongDepartments(departments, pushTallies.deptId),
        filter.startTime ? gte(pushTallies.day, filter.startTime.slice(0, 10)) : undefined,
        filter.endTime ? lte(pushTallies.day, filter.endTime.slice(0, 10)) : undefined,
      ),
    )
  return summed!.total
}

/** Marks the viewer's own push record as read; false when it is not theirs. */
export async function setRead(tx: Tx, viewer: Viewer, id: number) {
  const changed = await tx
    .update(pushes)
    .set({ readUnread: 1 })
    .where(and(eq(pushes.tenantId, viewer.tenantId), eq(pushes.id, id), eq(pushes.pushObjectId, viewer.userId)))
    .returning({ id: pushes.id })
  return changed.length > 0
}

/** Joins a push record with its violation. */
export const isPushed = and(
  eq(violations.tenantId, pushes.tenantId),
  eq(violations.id, pushes.eventId),
  eq(violations.createTime, pushes.createTime),
)

/** What waits for one user, by message type: unread pushes and the latest of them. */
export async function findSummaries(tx: Tx, tenantId: number, userId: number): Promise<MessageSummary[]> {
  const unread = await tx
    .select({ msgType: pushTallies.msgType, unreadCount: sql`sum(${pushTallies.unread})`.mapWith(Number) })
    .from(pushTallies)
    .where(and(eq(pushTallies.tenantId, tenantId), eq(pushTallies.pushObjectId, userId)))
    .groupBy(pushTallies.msgType)
  const [latest] = await tx
    .select({ createTime: violations.createTime, objectName: violations.objectName, violationEvent: violations.violationEvent })
    .from(pushes)
    .innerJoin(violations, isPushed)
    .where(and(eq(pushes.tenantId, tenantId), eq(pushes.pushObjectId, userId), eq(pushes.msgType, MsgType.violation)))
    .orderBy(desc(pushes.createTime), desc(pushes.id))
    .limit(1)
  return [
    {
      msgType: MsgType.violation,
      unreadCount: unread.find((one) => one.msgType === MsgType.violation)?.unreadCount ?? 0,
      createTime: latest?.createTime ?? null,
      msgDescribe: latest ? `${latest.objectName} ${latest.violationEvent}` : null,
    },
  ]
}
