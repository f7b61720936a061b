import type { Parsed } from '@huanwei/contract/endpoint'
import type { MessageSummary } from '@huanwei/contract/live/messages'
import { MsgType, PushStatus } from '@huanwei/contract/messages/codes'
import type { listPushes, Push } from '@huanwei/contract/messages/endpoints'
import { ObjectType } from '@huanwei/contract/objects'
import type { Language } from '@huanwei/contract/words'
import { and, eq, gte, inArray, lte, ne, not, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Tx } from '../../db/connect.ts'
import { type After, behind, ordered, readingOf, totalOf } from '../../lib/keyset.ts'
import { during } from '../../lib/period.ts'
import { amongDepartments } from '../../lib/scope.ts'
import type { Viewer } from '../../lib/serve.ts'
import { say } from '../../lib/words.ts'
import { pushes, pushTallies } from './table.ts'

type Filter = Omit<Parsed<typeof listPushes>, 'pushObjectId'> & { after?: After | undefined }

/** What `wantedPushes` is asked: the call's filter, the department's subtree (null: everywhere), and what the noun makes of the filter. */
export type PushesAsked = {
  filter: Filter
  departments: number[] | null
  /** Which statuses a tab shows, if not the filter's. */
  statuses?: readonly number[] | undefined
  /** Who it came from. */
  fromId?: number | undefined
  kind?: number | undefined
  /** What else is shown, beyond the viewer's departments. */
  own?: SQL
}

/** How a noun finds the messages about it. */
export type FindPushes = (
  tx: Tx,
  viewer: Viewer,
  asked: PushesAsked,
  language: Language,
) => Promise<{ records: Push[]; total: number }>

/**
 * One page of the viewer's push records, to be joined in `order` with the events they are of, and how many there are. `isFolded`: one stands for
 * its whole storm.
 */
export async function wantedPushes(tx: Tx, viewer: Viewer, asked: PushesAsked) {
  const { filter, departments, statuses = filter.status ? [filter.status] : undefined, fromId, kind, own } = asked
  const here = amongDepartments(departments, pushes.deptId)
  // Who may see all, or asks for a department, sees nothing beyond it.
  const beyond = here && filter.deptId === undefined ? own : undefined
  const alike = and(
    eq(pushes.tenantId, viewer.tenantId),
    eq(pushes.pushObjectId, viewer.userId),
    eq(pushes.msgType, filter.msgType),
    filter.objectType && eq(pushes.objectType, filter.objectType),
    statuses && inArray(pushes.status, [...statuses]),
    filter.objectId ? eq(pushes.objectId, filter.objectId) : undefined,
    fromId ? eq(pushes.fromId, fromId) : undefined,
    kind === undefined ? undefined : eq(pushes.kind, kind),
    during(pushes.createTime, filter),
  )
  const isFew = !!(filter.objectId || fromId)
  // Who asks for an object or a department looks for what is theirs: there a storm is not one.
  const isFolded = !isFew && filter.deptId === undefined
  const where = and(alike, beyond ? or(here, beyond) : here, isFolded ? eq(pushes.folded, false) : undefined)
  const isTallied = !isFew && wholeDays(filter)
  const total = await totalOf(filter, async () => {
    if (!isTallied) return tx.$count(pushes, where)
    const others = here && beyond ? await tx.$count(pushes, and(alike, beyond, not(here))) : 0
    return (await sumPushes(tx, viewer, { ...asked, statuses }, isFolded)) + others
  })
  const place = { time: pushes.createTime, id: pushes.id }
  const reading = readingOf(filter, place, { total, isAscending: !!filter.ascs, isFew })
  const wanted = tx
    .select()
    .from(pushes)
    .where(and(where, behind(filter, place.time, place.id, !!filter.ascs)))
    .orderBy(...reading.orderBy)
    .limit(reading.limit)
    .offset(reading.offset)
    .as('wanted')
  return { wanted, order: ordered({ time: wanted.createTime, id: wanted.id }, !!filter.ascs), total, isFolded }
}

const wholeDays = ({ startTime, endTime }: Filter) =>
  (startTime?.endsWith(' 00:00:00') ?? true) && (endTime?.endsWith(' 23:59:59') ?? true)

/** How many messages of a line of the tally a list shows that folds storms. */
const shown = sql`${pushTallies.total} - ${pushTallies.folded}`
const sumOf = (figure: SQLWrapper) => sql`coalesce(sum(${figure}), 0)`.mapWith(Number)

/** The exact total without counting: from the tally, whose lines the filter follows. */
async function sumPushes(tx: Tx, viewer: Viewer, { filter, departments, statuses, kind }: PushesAsked, isFolded: boolean) {
  const [summed] = await tx
    .select({ total: sumOf(isFolded ? shown : pushTallies.total) })
    .from(pushTallies)
    .where(
      and(
        eq(pushTallies.tenantId, viewer.tenantId),
        eq(pushTallies.pushObjectId, viewer.userId),
        eq(pushTallies.msgType, filter.msgType),
        filter.objectType && eq(pushTallies.objectType, filter.objectType),
        statuses && inArray(pushTallies.status, [...statuses]),
        kind === undefined ? undefined : eq(pushTallies.kind, kind),
        amongDepartments(departments, pushTallies.deptId),
        filter.startTime ? gte(pushTallies.day, filter.startTime.slice(0, 10)) : undefined,
        filter.endTime ? lte(pushTallies.day, filter.endTime.slice(0, 10)) : undefined,
      ),
    )
  return summed!.total
}

/** What every list of pushes shows of the push itself; `M` is the type that was asked for. */
export const pushColumns = <M extends MsgType>(wanted: Awaited<ReturnType<typeof wantedPushes>>['wanted']) => ({
  pushId: wanted.id,
  pushObjectId: wanted.pushObjectId,
  readUnread: wanted.readUnread,
  msgType: sql<M>`${wanted.msgType}`,
})

/** The viewer's own push record of an event, or of the event of a joined row. */
export const isOwnPush = (viewer: Viewer, msgType: MsgType, eventId: number | PgColumn) =>
  and(
    eq(pushes.tenantId, viewer.tenantId),
    eq(pushes.msgType, msgType),
    eq(pushes.eventId, eventId),
    eq(pushes.pushObjectId, viewer.userId),
  )

/** Marks the viewer's own push record as read; false when it is not theirs. */
export async function setRead(tx: Tx, viewer: Viewer, id: number) {
  const changed = await tx
    .update(pushes)
    .set({ readUnread: 1 })
    .where(and(eq(pushes.tenantId, viewer.tenantId), eq(pushes.id, id), eq(pushes.pushObjectId, viewer.userId)))
    .returning({ id: pushes.id })
  return changed.length > 0
}

/**
 * What waits for one user, one per message type: unread pushes, and the latest that a list shows, with what it is about, in names and words that people wrote,
 * so that it reads the same in every language.
 */
export async function findSummaries(tx: Tx, tenantId: number, userId: number): Promise<MessageSummary[]> {
  const { rows } = await tx.execute<MessageSummary>(sql`
    select t.msg_type as "msgType", coalesce(u.unread, 0)::int as "unreadCount",
      case t.msg_type when ${MsgType.violation} then json_build_object(
        ${ObjectType.person}::text, coalesce(u.of_people, 0), ${ObjectType.vehicle}::text, coalesce(u.of_vehicles, 0),
        ${ObjectType.facility}::text, coalesce(u.of_facilities, 0)) end as "unreadOf",
      left(p.create_time::text, 19) as "createTime",
      case t.msg_type
        when ${MsgType.violation} then (select object_name || ' ' || violation_event from violation_event e
          where e.tenant_id = ${tenantId} and e.id = p.event_id and e.create_time = p.create_time)
        when ${MsgType.inspection} then (select position || ' ' || event_content from inspect_event e
          where e.tenant_id = ${tenantId} and e.id = p.event_id)
        when ${MsgType.approval} then (select coalesce(nullif(w.name, ''), w.username) || ' ' || e.reason from apply_for_record e
          join sys_user w on w.tenant_id = e.tenant_id and w.user_id = e.object_id where e.tenant_id = ${tenantId} and e.id = p.event_id)
        when ${MsgType.public} then (select facility_name || ' ' || content from wc_complaint e
          where e.tenant_id = ${tenantId} and e.id = p.event_id)
      end as "msgDescribe"
    from unnest(${sql.param([...described])}::text[]) as t (msg_type)
    left join (
      select msg_type, sum(unread) as unread,
        sum(unread) filter (where object_type = ${ObjectType.person}) as of_people,
        sum(unread) filter (where object_type = ${ObjectType.vehicle}) as of_vehicles,
        sum(unread) filter (where object_type = ${ObjectType.facility}) as of_facilities
      from msg_push_tally where tenant_id = ${tenantId} and push_object_id = ${userId} group by msg_type
    ) u on u.msg_type = t.msg_type
    left join lateral (
      select create_time, event_id from msg_push
      where tenant_id = ${tenantId} and push_object_id = ${userId} and msg_type = t.msg_type and not folded
      order by create_time desc, id desc limit 1
    ) p on true`)
  return rows
}
const described = [MsgType.violation, MsgType.inspection, MsgType.approval, MsgType.public]

/**
 * Who is told of an event in `deptId`, by id: the people who hold `permission` and whose scope covers the department. Of a person's
 * roles the widest scope counts. Source: spec 3, sections 6 and 10.
 */
export async function recipientsOf(tx: Tx, tenantId: number, permission: string, deptId: number): Promise<number[]> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    with recursive above as (
      select ${deptId}::int as id
      union
      select d.parent_id from above a join sys_dept d on d.tenant_id = ${tenantId} and d.dept_id = a.id
    ), held as (
      select u.user_id, u.dept_id, min(r.ds_type) as widest,
        bool_or(r.ds_type = 1 and ${deptId} = any(r.ds_scope)) as is_chosen,
        bool_or(exists (
          select from sys_role_menu rm join sys_menu m on m.tenant_id = rm.tenant_id and m.menu_id = rm.menu_id
          where rm.tenant_id = r.tenant_id and rm.role_id = r.role_id and m.permission = ${permission})) as may
      from sys_user u
      join sys_user_role ur on ur.tenant_id = u.tenant_id and ur.user_id = u.user_id
      join sys_role r on r.tenant_id = ur.tenant_id and r.role_id = ur.role_id
      where u.tenant_id = ${tenantId} and u.lock_flag = '0'
      group by u.user_id, u.dept_id
    )
    select user_id as id from held
    where may and case widest
      when 0 then true
      when 1 then is_chosen
      when 2 then dept_id in (select id from above)
      else dept_id = ${deptId} end
    order by user_id`)
  return rows.map(({ id }) => id)
}

type PushedEvent = Pick<
  typeof pushes.$inferInsert,
  'tenantId' | 'createTime' | 'msgType' | 'eventId' | 'objectType' | 'objectId' | 'deptId' | 'fromId' | 'kind'
>

/** Puts an event before `userIds` as something unread, under the tab `status`: anew before those who had it already, nobody twice. */
export async function pushTo(tx: Tx, event: PushedEvent, userIds: readonly number[], status: number = PushStatus.pending) {
  const wanted = [...new Set(userIds)]
  if (!wanted.length) return
  if (event.msgType === MsgType.approval && status === PushStatus.pending)
    await remind(tx, event.tenantId, wanted, say('zh-CN', 'taskApproval'))
  const again = await tx
    .update(pushes)
    .set({ status, readUnread: 0 })
    .where(and(ofEvent(event), inArray(pushes.pushObjectId, wanted)))
    .returning({ userId: pushes.pushObjectId })
  const known = new Set(again.map(({ userId }) => userId))
  const fresh = wanted.filter((userId) => !known.has(userId))
  if (fresh.length) await tx.insert(pushes).values(fresh.map((pushObjectId) => ({ ...event, pushObjectId, status })))
}

/** Reminds people of a task, wherever they have the product open, once the transaction is through. `task` is its name. Source: spec 4, S0 §7. */
export const remind = (tx: Tx, tenantId: number, userIds: readonly number[], task: string) =>
  tx.execute(sql`select pg_notify('changed', 'task_remind:' || ${tenantId}::int || ':' || id || ':' || ${task}::text)
    from unnest(${sql.param([...userIds])}::int[]) as told (id)`)

/**
 * Moves events to another tab of everybody who has them: `handled`, or the events' own new status. `isRead` when no tab shows that one; `by` is who
 * did it, to whom it is no news.
 */
export const movePushes = (
  tx: Tx,
  event: SomeEvents,
  status: number,
  { isRead = false, by }: { isRead?: boolean; by?: number } = {},
) =>
  tx
    .update(pushes)
    .set({
      status,
      ...(isRead && { readUnread: 1 }),
      ...(by !== undefined && { readUnread: sql`case when ${pushes.pushObjectId} = ${by} then 1 else ${pushes.readUnread} end` }),
    })
    .where(and(ofEvent(event), ne(pushes.status, status)))

type SomeEvents = Pick<PushedEvent, 'tenantId' | 'msgType'> & { eventId: number | number[] }
const ofEvent = ({ tenantId, msgType, eventId }: SomeEvents) =>
  and(eq(pushes.tenantId, tenantId), eq(pushes.msgType, msgType), inArray(pushes.eventId, [eventId].flat()))
