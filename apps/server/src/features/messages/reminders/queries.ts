import { MsgType, ReminderTask, reminderWords } from '@huanwei/contract/messages/codes'
import type { ReminderPush } from '@huanwei/contract/messages/endpoints'
import { ObjectType } from '@huanwei/contract/objects'
import type { Language } from '@huanwei/words/languages'
import { say } from '@huanwei/words/say'
import { and, eq, not, notInArray, type SQLWrapper, sql } from 'drizzle-orm'
import type { Tx } from '../../../db/connect.ts'
import type { Viewer } from '../../../http/viewer.ts'
import { type PushesAsked, pushColumns, pushesOf, wantedPushes } from '../queries.ts'
import { tasksOf } from '../sending/queries.ts'
import { pushes } from '../table.ts'

/** Tasks of events that wait in a list of their own: the queues, and the cleaning reports. */
const listedTasks = [...Object.values(tasksOf).flat(), ReminderTask.cleaning]

/** Condition on the viewer's reminders of what no other list holds for them. */
export const isOnlyReminder = ({ userId }: Pick<Viewer, 'userId'>) =>
  and(notInArray(pushes.kind, listedTasks), not(and(eq(pushes.kind, ReminderTask.overdueCleaning), eq(pushes.objectId, userId))!))

type EventOf = { tenantId: number; id: SQLWrapper }
/** With the recipient of the reminder. */
type ReminderOf = EventOf & { userId: number }
/** Subject of each kind of event, in names and words that people wrote. */
export const about = {
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
  /** Who took it back, and when. */
  removedCleaning: ({ tenantId, id }: EventOf) =>
    sql`(select user_name || ' ' || left(create_time::text, 16) from event_removal e
      where e.tenant_id = ${tenantId} and e.list = 'wc_report_to_clean' and e.id = ${id})`,
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
  /** The day, whose number the event is. */
  deadlines: ({ id }: EventOf) => sql`to_char(to_date((${id})::text, 'YYYYMMDD'), 'YYYY-MM-DD')`,
  /** The group or the other one of a call, and how much of others is unheard, 99 at most. */
  missedSpeech: ({ tenantId, id, userId }: ReminderOf) => sql`(select case g.kind when 'pair' then (
      select coalesce(nullif(w.name, ''), w.username) from intercom_member m join sys_user w on w.tenant_id = m.tenant_id and w.user_id = m.user_id
      where m.tenant_id = g.tenant_id and m.group_id = g.id and m.user_id <> ${userId} limit 1) else g.name end || ' (' || (
      select count(*) from (select from intercom_speech s where s.tenant_id = g.tenant_id and s.group_id = g.id and s.user_id <> ${userId}
        and s.end_reason is not null and s.samples > 0 and s.id > coalesce((select k.speech_id from intercom_mark k
          where k.tenant_id = g.tenant_id and k.group_id = g.id and k.user_id = ${userId}), 0) limit 99) missed) || ')'
    from intercom_group g where g.tenant_id = ${tenantId} and g.id = ${id})`,
  export: ({ tenantId, id }: EventOf) => sql`(select name from export_job e where e.tenant_id = ${tenantId} and e.id = ${id})`,
}
export const aboutTask = (task: SQLWrapper, event: ReminderOf) => sql<string | null>`case ${task}
  when ${ReminderTask.approval} then ${about.approval(event)}
  when ${ReminderTask.adjustment} then ${about.adjustment(event)}
  when ${ReminderTask.cleaning} then ${about.cleaning(event)}
  when ${ReminderTask.overdueCleaning} then ${about.cleaning(event)}
  when ${ReminderTask.workDone} then ${about.cleaning(event)}
  when ${ReminderTask.workRemoved} then ${about.removedCleaning(event)}
  when ${ReminderTask.complaint} then ${about.complaint(event)}
  when ${ReminderTask.violation} then ${about.violation(event)}
  when ${ReminderTask.document} then ${about.document(event)}
  when ${ReminderTask.export} then ${about.export(event)}
  when ${ReminderTask.deadlines} then ${about.deadlines(event)}
  when ${ReminderTask.missedSpeech} then ${about.missedSpeech(event)}
  when ${ReminderTask.report} then ${about.report(event)}
  else ${about.inspection(event)} end`

/** One page of the viewer's reminders. */
export async function findReminderPushes(tx: Tx, viewer: Viewer, asked: PushesAsked, language: Language) {
  const { wanted, order, total } = await wantedPushes(tx, viewer, {
    ...asked,
    kind: asked.filter.task,
    ofEvents: asked.filter.unlisted && isOnlyReminder(viewer),
    isSteady: true,
  })
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
      msgDescribe: sql<string>`coalesce(${aboutTask(wanted.kind, { tenantId: viewer.tenantId, userId: viewer.userId, id: wanted.eventId })}, '')`,
    })
    .from(wanted)
    .orderBy(...order)
  return rows.map((row) => ({ ...row, taskName: say(language, reminderWords[row.task]) }))
}
