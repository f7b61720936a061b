import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { dateTime, done, id, longId, whole } from '../fields.ts'
import { MessageSummary } from '../live/messages.ts'
import { ObjectType } from '../objects.ts'
import { page, pageQuery } from '../page.ts'
import { Violation } from '../violations/endpoints.ts'
import { MsgType, PushStatus } from './codes.ts'

/** A violation as it waits for one recipient; `id` is the violation's. */
export const ViolationPush = Violation.extend({
  pushId: z.number(),
  msgType: z.literal(MsgType.violation),
  pushObjectId: z.number(),
  status: z.enum(PushStatus),
  readUnread: z.enum({ unread: 0, read: 1 }),
})
export type ViolationPush = z.infer<typeof ViolationPush>

/** What was pushed to the caller, newest first. `pushObjectId` must be the caller. `startTime`, `endTime` bound the event's start. */
export const listPushes = endpoint({
  method: 'GET',
  path: '/admin/msgPush/page',
  access: 'session',
  summary: '消息列表',
  input: pageQuery.extend({
    msgType: z.literal(MsgType.violation),
    pushObjectId: id,
    status: whole(z.enum(PushStatus)).optional(),
    objectType: z.enum(ObjectType).optional(),
    objectId: id.optional(),
    deptId: id.optional(),
    startTime: dateTime.optional(),
    endTime: dateTime.optional(),
  }),
  output: page(ViolationPush),
})

export const markRead = endpoint({
  method: 'PUT',
  path: '/admin/msgPush/updateRead',
  access: 'session',
  summary: '消息已读',
  input: z.object({ id: longId, readUnread: z.literal(1).default(1) }),
  output: done,
})

/** One summary per message type the caller can open. `objectId` is the caller. */
export const getSummaries = endpoint({
  method: 'GET',
  path: '/admin/msgPush/getMsgTypeLastData',
  access: 'session',
  summary: '消息摘要',
  input: z.object({ objectId: id.optional() }),
  output: z.array(MessageSummary),
})
