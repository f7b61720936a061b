import { z } from 'zod'
import { ApprovalPush } from '../approvals/endpoints.ts'
import { workFilter } from '../cleaning/endpoints.ts'
import { ComplaintType, ScoreBand } from '../complaints/codes.ts'
import { ComplaintPush } from '../complaints/endpoints.ts'
import { byDueTime, timeliness } from '../deadlines/endpoints.ts'
import { endpoint } from '../endpoint.ts'
import { dateTime, done, id, longId, whole } from '../fields.ts'
import { InspectionPush } from '../inspections/endpoints.ts'
import { MessageSummary } from '../live/messages.ts'
import { ObjectType } from '../objects.ts'
import { page, pageQuery } from '../page.ts'
import { ListedViolation, parts, violationFilter } from '../violations/endpoints.ts'
import { MsgType, PushStatus, ReminderTask } from './codes.ts'

/** A violation as it waits for one recipient, for its whole storm where it is part of one and nobody asked for an object or a department; `id` is the violation's. */
export const ViolationPush = ListedViolation.extend({
  parts,
  pushId: z.number(),
  msgType: z.literal(MsgType.violation),
  pushObjectId: z.number(),
  status: z.enum(PushStatus),
  readUnread: z.enum({ unread: 0, read: 1 }),
})
export type ViolationPush = z.infer<typeof ViolationPush>

/** A task that waits for one recipient; `status` says whether it still does. `id` is that of the event it is about, `msgDescribe` what people wrote of it. */
export const ReminderPush = z.object({
  id: z.number(),
  pushId: z.number(),
  msgType: z.literal(MsgType.reminder),
  pushObjectId: z.number(),
  status: z.enum(PushStatus),
  readUnread: z.enum({ unread: 0, read: 1 }),
  createTime: z.string(),
  task: z.enum(ReminderTask),
  /** In the caller's language. */
  taskName: z.string(),
  msgDescribe: z.string(),
})
export type ReminderPush = z.infer<typeof ReminderPush>

const pushQuery = pageQuery.extend(violationFilter.shape).extend({
  pushObjectId: id,
  /** Tab of a queue: pending or processed for violations and public events, their own status for approvals and inspections. */
  status: whole(z.number().int().min(1).max(4)).optional(),
  objectType: z.enum(ObjectType).optional(),
  /** The vehicle, person or facility; of an approval the applicant. */
  objectId: id.optional(),
  deptId: id.optional(),
  /** These bound the event's start. */
  startTime: dateTime.optional(),
  endTime: dateTime.optional(),
  submittedBy: id.optional(),
  reportPersonId: id.optional(),
  responsibleId: id.optional(),
  /** Of inspections. */
  projectId: id.optional(),
  ifReturn: whole(z.literal(1)).optional(),
  /** Newest first unless this names the report time. */
  ascs: z.enum(['createTime', byDueTime]).optional(),
  /** Of inspections, approvals and public events. */
  timeliness,
  /** Of violations, inspections and public events. */
  ...workFilter,
  complaintRecommendationEventType: whole(z.enum(ComplaintType)).optional(),
  /** Of answered public events. */
  satisfaction: z.enum(ScoreBand).optional(),
  /** Of reminders. */
  task: whole(z.enum(ReminderTask)).optional(),
  /** Of reminders those of what no other list holds for the caller. */
  unlisted: whole(z.literal(1)).optional(),
})

export const Push = z.discriminatedUnion('msgType', [ViolationPush, ReminderPush, ApprovalPush, InspectionPush, ComplaintPush])
export type Push = z.infer<typeof Push>
/** Messages pushed to the caller, newest first. `pushObjectId` must be the caller. Source: spec 2, section 7.1; spec 3, section 10. */
export const listPushes = endpoint({
  method: 'GET',
  path: '/admin/msgPush/page',
  access: 'session',
  input: pushQuery.extend({ msgType: z.enum(MsgType) }),
  output: page(Push),
})

/** The same call for who asks for one type of message. */
const pushesOf = <M extends MsgType, P extends z.ZodType>(msgType: M, push: P) =>
  endpoint({ ...listPushes, input: pushQuery.extend({ msgType: z.literal(msgType) }), output: page(push) })

export const listViolationPushes = pushesOf(MsgType.violation, ViolationPush)
export const listReminderPushes = pushesOf(MsgType.reminder, ReminderPush)
export const listApprovalPushes = pushesOf(MsgType.approval, ApprovalPush)
export const listInspectionPushes = pushesOf(MsgType.inspection, InspectionPush)
export const listComplaintPushes = pushesOf(MsgType.public, ComplaintPush)

/** One reminder of the caller, by its `pushId`. */
export const getReminder = endpoint({
  method: 'GET',
  path: '/admin/msgPush/:id',
  access: 'session',
  input: z.object({ id: longId }),
  output: ReminderPush,
})

/** Marks a message as read, and with an event's own message the reminders of it. */
export const markRead = endpoint({
  method: 'PUT',
  path: '/admin/msgPush/updateRead',
  access: 'session',
  automatic: true,
  input: z.object({ id: longId, readUnread: z.literal(1).default(1) }),
  output: done,
})

/** Most messages that one call of `markAllRead` marks. */
export const mostReadAtOnce = 5000

/** Marks the caller's unread messages as read, all or those of a type (and of a kind of object), with the reminders of their events; returns how many: of `mostReadAtOnce` there may be more. */
export const markAllRead = endpoint({
  method: 'PUT',
  path: '/admin/msgPush/updateAllRead',
  access: 'session',
  input: z.object({ msgType: z.enum(MsgType).optional(), objectType: z.enum(ObjectType).optional() }),
  output: z.number().int(),
})

/** One summary per message type. `objectId` is the caller; `newTime` is the time of the newest as a list shows it, in the caller's language. */
export const getSummaries = endpoint({
  method: 'GET',
  path: '/admin/msgPush/getMsgTypeLastData',
  access: 'session',
  input: z.object({ objectId: id.optional() }),
  output: z.array(MessageSummary.extend({ newTime: z.string().nullable() })),
})
