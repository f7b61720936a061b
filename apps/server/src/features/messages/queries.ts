import type { Parsed } from '@huanwei/contract/endpoint'
import { MsgType, newsTasks, ReminderTask } from '@huanwei/contract/messages/codes'
import type { listPushes, Push } from '@huanwei/contract/messages/endpoints'
import type { Language } from '@huanwei/words/languages'
import { and, eq, inArray, not, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Tx } from '../../db/connect.ts'
import { type Cursor, orderByTime } from '../../db/keyset.ts'
import { readPage } from '../../db/lists/find-page.ts'
import { during as duringPeriod } from '../../db/period.ts'
import { amongDepartments, inScope } from '../../db/scope.ts'
import type { Viewer } from '../../http/viewer.ts'
import { isByDue, isTimely } from '../deadlines/queries.ts'
import { isWorkIn, queueKind } from '../dispatched/queries.ts'
import { isPushOpen, pushes } from './table.ts'

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
  ...newsTasks,
]

/** Inspections that the viewer reported or answers for, and reminders of their own tasks and cleaning reports: in sight wherever they are. */
const isOwn = ({ userId }: Recipient) =>
  or(
    and(eq(pushes.msgType, MsgType.inspection), or(eq(pushes.objectId, userId), eq(pushes.fromId, userId))),
    and(eq(pushes.msgType, MsgType.reminder), inArray(pushes.kind, ownTasks)),
    and(eq(pushes.msgType, MsgType.reminder), eq(pushes.kind, ReminderTask.overdueCleaning), eq(pushes.objectId, userId)),
  )

export const isRecipient = ({ tenantId, userId }: Recipient) =>
  and(eq(pushes.tenantId, tenantId), eq(pushes.pushObjectId, userId))

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
  const cause = filter.work && queueKind(filter.msgType, pushes.objectType)
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
    cause && filter.work && isWorkIn({ tenantId: pushes.tenantId, kind: cause, id: pushes.eventId }, filter.work),
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
