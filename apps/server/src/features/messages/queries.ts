import { ApprovalStatus } from '@huanwei/contract/approvals/codes'
import type { Parsed } from '@huanwei/contract/endpoint'
import type { MessageSummary } from '@huanwei/contract/live/messages'
import { MsgType, ReminderTask, reminderWords } from '@huanwei/contract/messages/codes'
import type { listPushes, Push, ReminderPush } from '@huanwei/contract/messages/endpoints'
import { ObjectType } from '@huanwei/contract/objects'
import type { Language } from '@huanwei/words/languages'
import { say } from '@huanwei/words/say'
import { and, eq, inArray, not, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Tx } from '../../db/connect.ts'
import { type Cursor, orderByTime } from '../../db/keyset.ts'
import { readPage } from '../../db/lists/find-page.ts'
import { during as duringPeriod } from '../../db/period.ts'
import { amongDepartments, inScope } from '../../db/scope.ts'
import type { Viewer } from '../../http/viewer.ts'
import { isByDue, isTimely } from '../deadlines/queries.ts'
import { remindersOf, tasksOf } from './sending/queries.ts'
import { isPushOpen, pushes, pushTallies } from './table.ts'

type Filter = Omit<Parsed<typeof listPushes>, 'pushObjectId'> & { after?: Cursor | undefined }

/** Arguments of `wantedPushes`: the call's filter, the department's subtree (null: everywhere), and the queue's reading of the filter. */
export type PushesAsked = {
  filter: Filter
  departments: number[] | null
  /** Statuses that a tab shows, if not the filter's. */
  statuses?: readonly number[] | undefined
  /** Sender. */
  fromId?: number | undefined
  kind?: number | undefined
  /** Condition on the record by what its event says. */
  ofEvents?: SQL | undefined
  /** Condition on the record that its event was done after its due time. */
  ofLate?: SQL | undefined
  /** The same as `ofEvents`, as it is faster to ask of all records at once. */
  ofAllEvents?: SQL | undefined
  /** True when what `ofEvents` reads is marked as a change of the queue. */
  isSteady?: boolean
  /** True when it looks for particular events: the members of a storm are listed one by one. */
  isParticular?: boolean
}

/** Finds the pushes of one queue together with their events. */
export type FindPushes = (
  tx: Tx,
  viewer: Viewer,
  asked: PushesAsked,
  language: Language,
) => Promise<{ records: Push[]; total: number }>

/** A viewer, as far as messages need one. */
type Recipient = Pick<Viewer, 'tenantId' | 'userId' | 'departments'>

/** Tasks that were given to the recipient in person. */
const ownTasks = [
  ReminderTask.inspection,
  ReminderTask.returnedInspection,
  ReminderTask.cleaning,
  ReminderTask.export,
  ReminderTask.report,
]

/** Inspections that the viewer reported or answers for, and reminders of their own tasks and cleaning reports: in sight wherever they are. */
const isOwn = ({ userId }: Recipient) =>
  or(
    and(eq(pushes.msgType, MsgType.inspection), or(eq(pushes.objectId, userId), eq(pushes.fromId, userId))),
    and(eq(pushes.msgType, MsgType.reminder), inArray(pushes.kind, ownTasks)),
    and(eq(pushes.msgType, MsgType.reminder), eq(pushes.kind, ReminderTask.overdueCleaning), eq(pushes.objectId, userId)),
  )

const isRecipient = ({ tenantId, userId }: Recipient) => and(eq(pushes.tenantId, tenantId), eq(pushes.pushObjectId, userId))

/** The viewer's push records of their own tasks beyond the data scope; undefined for a viewer of the whole tenant. */
export function ownPushesBeyondScope(viewer: Recipient) {
  const here = inScope(viewer, pushes.deptId)
  return here && and(isRecipient(viewer), isOwn(viewer), not(here))
}

/** The viewer's push records of events in sight: after a change of scope, those of the old scope are not shown any more. */
export const pushesOf = (viewer: Recipient) =>
  and(isRecipient(viewer), viewer.departments ? or(inScope(viewer, pushes.deptId), isOwn(viewer)) : undefined)

/**
 * One page of the viewer's push records, to be joined in `order` with the events they are of, and how many there are. `isFolded`: one stands for
 * its whole storm.
 */
export async function wantedPushes(tx: Tx, viewer: Viewer, asked: PushesAsked) {
  const {
    filter,
    departments,
    statuses = filter.status ? [filter.status] : undefined,
    fromId,
    kind,
    ofEvents,
    ofLate = sql`false`,
    ofAllEvents = ofEvents,
    isSteady = !ofEvents,
    isParticular = false,
  } = asked
  const here = amongDepartments(departments, pushes.deptId)
  // A viewer of the whole tenant, and a filter by department, add nothing beyond the scope.
  const hasOwn = filter.msgType === MsgType.inspection || filter.msgType === MsgType.reminder
  const beyond = here && filter.deptId === undefined && hasOwn ? isOwn(viewer) : undefined
  // A filter by object or department, as other particular ones, lists the members of a storm one by one.
  const isFolded = !filter.objectId && !fromId && !isParticular && filter.deptId === undefined
  const isWanted = and(
    isRecipient(viewer),
    eq(pushes.msgType, filter.msgType),
    eq(pushes.merged, false),
    filter.objectType && eq(pushes.objectType, filter.objectType),
    statuses && inArray(pushes.status, [...statuses]),
    filter.objectId ? eq(pushes.objectId, filter.objectId) : undefined,
    fromId ? eq(pushes.fromId, fromId) : undefined,
    kind === undefined ? undefined : eq(pushes.kind, kind),
    beyond ? or(here, beyond) : here,
    isFolded ? eq(pushes.folded, false) : undefined,
    isByDue(filter) ? and(isPushOpen, duringPeriod(pushes.createTime, filter)) : undefined,
    filter.timeliness &&
      isTimely({ soonTime: pushes.soonTime, dueTime: pushes.dueTime, isOpen: isPushOpen, isLate: ofLate }, filter.timeliness),
  )
  const isAscending = isByDue(filter) || filter.ascs === 'createTime'
  const { total, rows, during } = await readPage(tx, isByDue(filter) ? { ...list, time: pushes.dueTime } : list, filter, {
    tenantId: viewer.tenantId,
    where: and(isWanted, ofEvents),
    whereOfAll: and(isWanted, ofAllEvents),
    period: isByDue(filter) ? undefined : filter,
    isAscending,
    isSteady: isSteady && !filter.timeliness,
  })
  const wanted = tx
    .select()
    .from(pushes)
    .where(and(isRecipient(viewer), rows.where))
    .orderBy(...rows.orderBy)
    .limit(rows.limit)
    .offset(rows.offset)
    .as('wanted')
  const time = isByDue(filter) ? wanted.dueTime : wanted.createTime
  return { wanted, order: orderByTime({ time, id: wanted.id }, isAscending), total, isFolded, during }
}

const list = { table: pushes, id: pushes.id, time: pushes.createTime }

/** Columns of the push itself in every list of pushes; `M` is the message type. */
export const pushColumns = <M extends MsgType>(wanted: Awaited<ReturnType<typeof wantedPushes>>['wanted']) => ({
  pushId: wanted.id,
  pushObjectId: wanted.pushObjectId,
  readUnread: wanted.readUnread,
  msgType: sql<M>`${wanted.msgType}`,
})

/** The viewer's own push record of an event, or of the event of a joined row. */
export const isOwnPush = (viewer: Viewer, msgType: MsgType, eventId: number | PgColumn) =>
  and(isRecipient(viewer), eq(pushes.msgType, msgType), eq(pushes.eventId, eventId))

/** True when an event in sight was pushed to the viewer as their own. */
export const isOwnEvent = async (tx: Tx, viewer: Viewer, msgType: MsgType, eventId: number) =>
  (await tx.$count(pushes, and(isOwnPush(viewer, msgType, eventId), isOwn(viewer)))) > 0

/** Marks the viewer's own push record as read, with their reminders of its event; false when it is not theirs or out of sight. */
export async function setRead(tx: Tx, viewer: Viewer, id: number) {
  const [changed] = await tx
    .update(pushes)
    .set({ readUnread: 1 })
    .where(and(pushesOf(viewer), eq(pushes.id, id)))
    .returning({ msgType: pushes.msgType, eventId: pushes.eventId })
  const tasks = changed ? tasksOf[changed.msgType] : undefined
  if (changed && tasks)
    await tx
      .update(pushes)
      .set({ readUnread: 1 })
      .where(and(isRecipient(viewer), eq(pushes.readUnread, 0), remindersOf({ ...viewer, tasks, eventId: changed.eventId })))
  return changed !== undefined
}

/**
 * Summaries of the viewer's messages, one per message type: unread pushes in sight, and the latest that a list shows, with what it is about, in
 * names and words that people wrote, so that it reads the same in every language.
 */
export async function findSummaries(tx: Tx, viewer: Recipient): Promise<MessageSummary[]> {
  const { tenantId, userId } = viewer
  const beyond = ownPushesBeyondScope(viewer)
  const event = { tenantId, id: sql`p.event_id` }
  const { rows } = await tx.execute<MessageSummary>(sql`
    select t.msg_type as "msgType", coalesce(u.unread, 0)::int as "unreadCount",
      case t.msg_type when ${MsgType.violation} then json_build_object(
        ${ObjectType.person}::text, coalesce(u.of_people, 0), ${ObjectType.vehicle}::text, coalesce(u.of_vehicles, 0),
        ${ObjectType.facility}::text, coalesce(u.of_facilities, 0)) end as "unreadOf",
      left(p.create_time::text, 19) as "createTime",
      case t.msg_type
        when ${MsgType.violation} then (select object_name || ' ' || violation_event from violation_event e
          where e.tenant_id = ${tenantId} and e.id = p.event_id and e.create_time = p.create_time)
        when ${MsgType.inspection} then ${about.inspection(event)}
        when ${MsgType.approval} then ${about.approval(event)}
        when ${MsgType.public} then ${about.complaint(event)}
        when ${MsgType.reminder} then ${aboutTask(sql`p.kind`, event)}
      end as "msgDescribe"
    from unnest(${sql.param([...described])}::text[]) as t (msg_type)
    left join (
      select msg_type, sum(unread) as unread,
        sum(unread) filter (where object_type = ${ObjectType.person}) as of_people,
        sum(unread) filter (where object_type = ${ObjectType.vehicle}) as of_vehicles,
        sum(unread) filter (where object_type = ${ObjectType.facility}) as of_facilities
      from (
        select msg_type, object_type, unread from ${pushTallies}
        where ${and(eq(pushTallies.tenantId, tenantId), eq(pushTallies.pushObjectId, userId), inScope(viewer, pushTallies.deptId))}
        ${beyond && sql`union all select msg_type, object_type, 1 from ${pushes} where ${beyond} and read_unread = 0 and not folded`}
      ) waiting group by msg_type
    ) u on u.msg_type = t.msg_type
    left join lateral (
      select create_time, event_id, kind from ${pushes} where ${pushesOf(viewer)} and msg_type = t.msg_type and not folded and not merged
        and not (msg_type = ${MsgType.approval} and status = ${ApprovalStatus.revoked})
      order by create_time desc, id desc limit 1
    ) p on true`)
  return rows
}
const described = Object.values(MsgType)

type EventOf = { tenantId: number; id: SQLWrapper }
/** Subject of each kind of event, in names and words that people wrote. */
const about = {
  inspection: ({ tenantId, id }: EventOf) =>
    sql`(select position || ' ' || event_content from inspect_event e where e.tenant_id = ${tenantId} and e.id = ${id})`,
  approval: ({ tenantId, id }: EventOf) =>
    sql`(select coalesce(nullif(w.name, ''), w.username) || ' ' || e.reason from apply_for_record e
      join sys_user w on w.tenant_id = e.tenant_id and w.user_id = e.object_id where e.tenant_id = ${tenantId} and e.id = ${id})`,
  adjustment: ({ tenantId, id }: EventOf) =>
    sql`(select coalesce(nullif(w.name, ''), w.username) || ' ' || e.day || ' ' || e.reason from abnormal_attendance_adjustment e
      join sys_user w on w.tenant_id = e.tenant_id and w.user_id = e.object_id where e.tenant_id = ${tenantId} and e.id = ${id})`,
  complaint: ({ tenantId, id }: EventOf) =>
    sql`(select facility_name || ' ' || content from wc_complaint e where e.tenant_id = ${tenantId} and e.id = ${id})`,
  cleaning: ({ tenantId, id }: EventOf) =>
    sql`(select position || ' ' || content from wc_report_to_clean e where e.tenant_id = ${tenantId} and e.id = ${id})`,
  violation: ({ tenantId, id }: EventOf) =>
    sql`(select object_name || ' ' || violation_event from violation_event e where e.tenant_id = ${tenantId} and e.id = ${id})`,
  report: ({ tenantId, id }: EventOf) => sql`(select name from report_form e where e.tenant_id = ${tenantId} and e.id = ${id})`,
  document: ({ tenantId, id }: EventOf) =>
    sql`(select case e.object_type
        when ${ObjectType.vehicle} then (select plate_number from vehicle o where o.tenant_id = e.tenant_id and o.id = e.object_id)
        when ${ObjectType.facility} then (select name from facility o where o.tenant_id = e.tenant_id and o.id = e.object_id)
        else (select coalesce(nullif(name, ''), username) from sys_user o where o.tenant_id = e.tenant_id and o.user_id = e.object_id) end
        || ' ' || e.name || ' ' || e.expires::text
      from asset_document e where e.tenant_id = ${tenantId} and e.id = ${id})`,
  export: ({ tenantId, id }: EventOf) => sql`(select name from export_job e where e.tenant_id = ${tenantId} and e.id = ${id})`,
}
const aboutTask = (task: SQLWrapper, event: EventOf) => sql<string | null>`case ${task}
  when ${ReminderTask.approval} then ${about.approval(event)}
  when ${ReminderTask.adjustment} then ${about.adjustment(event)}
  when ${ReminderTask.cleaning} then ${about.cleaning(event)}
  when ${ReminderTask.overdueCleaning} then ${about.cleaning(event)}
  when ${ReminderTask.complaint} then ${about.complaint(event)}
  when ${ReminderTask.violation} then ${about.violation(event)}
  when ${ReminderTask.document} then ${about.document(event)}
  when ${ReminderTask.export} then ${about.export(event)}
  when ${ReminderTask.report} then ${about.report(event)}
  else ${about.inspection(event)} end`

/** One page of the viewer's reminders. */
export async function findReminderPushes(tx: Tx, viewer: Viewer, asked: PushesAsked, language: Language) {
  const { wanted, order, total } = await wantedPushes(tx, viewer, { ...asked, kind: asked.filter.task })
  return { records: await readReminders(tx, viewer, { wanted, order }, language), total }
}

/** The viewer's reminder of a `pushId`; undefined when there is none in sight. */
export async function findReminder(tx: Tx, viewer: Viewer, pushId: number, language: Language) {
  const wanted = tx
    .select()
    .from(pushes)
    .where(and(pushesOf(viewer), eq(pushes.msgType, MsgType.reminder), eq(pushes.id, pushId)))
    .as('wanted')
  const [reminder] = await readReminders(tx, viewer, { wanted, order: [] }, language)
  return reminder
}

type Wanted = Pick<Awaited<ReturnType<typeof wantedPushes>>, 'wanted' | 'order'>

async function readReminders(tx: Tx, viewer: Viewer, { wanted, order }: Wanted, language: Language): Promise<ReminderPush[]> {
  const rows = await tx
    .select({
      ...pushColumns<typeof MsgType.reminder>(wanted),
      id: wanted.eventId,
      status: sql<ReminderPush['status']>`${wanted.status}`,
      createTime: wanted.createTime,
      task: sql<ReminderTask>`${wanted.kind}`,
      msgDescribe: sql<string>`coalesce(${aboutTask(wanted.kind, { tenantId: viewer.tenantId, id: wanted.eventId })}, '')`,
    })
    .from(wanted)
    .orderBy(...order)
  return rows.map((row) => ({ ...row, taskName: say(language, reminderWords[row.task]) }))
}
