import type { Parsed } from '@huanwei/contract/endpoint'
import { MsgType, PushStatus, ReminderTask } from '@huanwei/contract/messages/codes'
import { ObjectType } from '@huanwei/contract/objects'
import { AlarmType, type ExecutedAction, stormSeconds } from '@huanwei/contract/violations/codes'
import type { listViolations, listViolationsOf, MergedAlarm, ViolationFilter } from '@huanwei/contract/violations/endpoints'
import type { Language } from '@huanwei/words/languages'
import { say } from '@huanwei/words/say'
import { and, desc, eq, getTableColumns, inArray, isNull, ne, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../db/connect.ts'
import { type Cursor, orderByTime } from '../../db/keyset.ts'
import { type DuringPage, readPage } from '../../db/lists/find-page.ts'
import { during } from '../../db/period.ts'
import { amongDepartments, inScope } from '../../db/scope.ts'
import type { Viewer } from '../../http/viewer.ts'
import { partWithin, partWithinSeconds } from '../../position/judge/merge-alarms.ts'
import { labelIn } from '../dictionaries/queries.ts'
import { dictionaryItems } from '../dictionaries/table.ts'
import { isWorkIn, newestWork, violationKind } from '../dispatched/queries.ts'
import { isOwnPush, type PushesAsked, pushColumns, wantedPushes } from '../messages/queries.ts'
import { endReminders, movePushes, remind } from '../messages/sending/queries.ts'
import { pushes } from '../messages/table.ts'
import { type ExpiredClaim, unclaim } from '../presence/queries.ts'
import { displayNameOf } from '../users/queries.ts'
import { violationSteps, violations } from './table.ts'

const { lastTime, deviceId, storm, objectTypeValue, cause, byTerminal, mergedInto, tenantId, ...stored } =
  getTableColumns(violations)

/** Name of an object's type in `language`. Column names are written out, as drizzle leaves the table's name off where it selects from one. */
const typeNameIn = (language: Language) => sql<string>`coalesce((
  select ${labelIn(language)} from ${dictionaryItems}
  where sys_dict_item.tenant_id = violation_event.tenant_id and sys_dict_item.value = violation_event.object_type_value
    and sys_dict_item.type = case violation_event.object_type
      when ${ObjectType.person} then 'person_type' when ${ObjectType.vehicle} then 'vehicle_type' else 'facility_type' end
  ), violation_event.object_type_value)`

/** Duration in seconds of the violation of a row; one in force has lasted until now. */
const secondsOf = (row: 'violation_event' | 'a') =>
  sql<number>`greatest(0, floor(extract(epoch from coalesce(${sql.raw(row)}.end_time, now()) - ${sql.raw(row)}.create_time)))::int`

/** Last step of a person. Column names are written out for the same reason. */
const handling = sql<{
  by: string
  time: string
  remark: string
} | null>`case when violation_event.alarm_type <> ${AlarmType.pending} then (
  select json_build_object('by', coalesce(nullif(u.name, ''), u.username, s.object_name), 'time', left(s.create_time::text, 19), 'remark', s.remark)
  from violation_process s left join sys_user u on u.tenant_id = s.tenant_id and u.user_id = s.user_id
  where s.tenant_id = violation_event.tenant_id and s.violation_id = violation_event.id and s.user_id is not null
  order by s.id desc limit 1) end`

/** The alarms that are merged into it. Column names are written out for the same reason. `during`: see `readPage`. */
const alarms = (during?: DuringPage) => sql<MergedAlarm[]>`coalesce((
  select json_agg(json_build_object('id', a.id, 'violationEvent', a.violation_event, 'severity', a.severity,
    'createTime', left(a.create_time::text, 19), 'endTime', left(a.end_time::text, 19), 'duration', ${secondsOf('a')}) order by a.create_time, a.id)
  from violation_event a where a.tenant_id = violation_event.tenant_id and a.merged_into = violation_event.id
    and a.create_time between violation_event.create_time - ${sql.raw(partWithin)} and violation_event.create_time + ${sql.raw(partWithin)}
    and ${during?.(sql`a.create_time`, partWithinSeconds) ?? sql`true`}
), '[]')`

/** A row as the wire shows it, in `language`; a row of a page with the page's `during`. */
export const violationColumns = (language: Language, during?: DuringPage) => ({
  ...stored,
  objectTypeName: typeNameIn(language),
  executeAction: sql`${violations.executeAction}`.mapWith((code: ExecutedAction) => say(language, `violations:action.${code}`)),
  remark: violations.createTime,
  handling,
  alarms: alarms(during),
  duration: secondsOf('violation_event'),
})

/** Number of visible violations of the row's storm; 1 outside a storm. */
const partsFor = (viewer: Viewer, during?: DuringPage) =>
  sql<number>`case when ${violations.storm} is null then 1 else (
    select count(*) from violation_event o where o.tenant_id = ${violations.tenantId} and o.rule_id = ${violations.ruleId}
      and o.storm = ${violations.storm} and ${inScope(viewer, sql`o.dept_id`) ?? sql`true`}
      and ${during?.(sql`o.create_time`, longestStorm) ?? sql`true`}) end`.mapWith(Number)
/** A storm has at most two slots, s. */
const longestStorm = 2 * stormSeconds

/** A row that work is dispatched from. Column names are written out for the same reason. */
const asCause = {
  tenantId: sql.raw('violation_event.tenant_id'),
  kind: violationKind(sql.raw('violation_event.object_type')),
  id: sql.raw('violation_event.id'),
}

/** Condition that the last step of a violation is this person's. */
const handledBy = (viewer: Viewer, userId: number) =>
  sql`${violations.id} in (
    select s.violation_id from violation_process s where s.tenant_id = ${viewer.tenantId} and s.user_id = ${userId}
      and not exists (select from violation_process n where n.tenant_id = s.tenant_id and n.violation_id = s.violation_id and n.id > s.id))`

/** Conditions of `ViolationFilter`; undefined when it narrows nothing. */
const narrowed = (viewer: Viewer, { ruleIds, severity, violationEvent, verdicts, handlerId }: ViolationFilter) =>
  and(
    ruleIds && inArray(violations.ruleId, ruleIds),
    severity && eq(violations.severity, severity),
    violationEvent ? eq(violations.violationEvent, violationEvent) : undefined,
    verdicts && inArray(violations.alarmType, verdicts),
    handlerId ? handledBy(viewer, handlerId) : undefined,
  )

const list = { table: violations, id: violations.id, time: violations.createTime }

/** Condition that a row is in scope and not merged into another. */
export const standing = (viewer: Viewer) =>
  and(eq(violations.tenantId, viewer.tenantId), inScope(viewer, violations.deptId), isNull(violations.mergedInto))

type Filter = Parsed<typeof listViolations> & { after?: Cursor | undefined }

/** One page of the violations in scope, newest first, with the total. `departments` narrows (null: the whole scope). */
export async function findViolations(tx: Tx, viewer: Viewer, filter: Filter, departments: number[] | null, language: Language) {
  const where = and(
    standing(viewer),
    amongDepartments(departments, violations.deptId),
    filter.alarmType === undefined ? undefined : eq(violations.alarmType, filter.alarmType),
    filter.handled === undefined ? undefined : (filter.handled ? ne : eq)(violations.alarmType, AlarmType.pending),
    filter.objectType && eq(violations.objectType, filter.objectType),
    filter.objectId ? eq(violations.objectId, filter.objectId) : undefined,
    narrowed(viewer, filter),
    filter.work && isWorkIn(asCause, filter.work),
    filter.stormOf ? inStormOf(viewer, filter.stormOf) : undefined,
  )
  const isSteady = !filter.stormOf
  const { total, only, during } = await readPage(tx, list, filter, { tenantId: viewer.tenantId, where, period: filter, isSteady })
  const records = await tx
    .select({ ...violationColumns(language, during), work: newestWork(viewer, asCause) })
    .from(violations)
    .where(and(eq(violations.tenantId, viewer.tenantId), only))
    .orderBy(...orderByTime(list))
  return { records, total }
}

/** The violations of the storm that one is part of. */
const inStormOf = (viewer: Viewer, id: number) =>
  sql`(${violations.ruleId}, ${violations.storm}) = (
    select rule_id, storm from violation_event where tenant_id = ${viewer.tenantId} and id = ${id})`

/** These and all that wait with them in their storms. */
export async function withStorms(tx: Tx, viewer: Viewer, ids: number[]): Promise<number[]> {
  const named = sql`
    select rule_id, storm from violation_event where tenant_id = ${viewer.tenantId} and id = any(${sql.param(ids)}::bigint[]) and storm is not null`
  const rows = await tx
    .select({ id: violations.id })
    .from(violations)
    .where(
      and(
        eq(violations.tenantId, viewer.tenantId),
        sql`(${violations.ruleId}, ${violations.storm}) in (${named})`,
        eq(violations.alarmType, AlarmType.pending),
        inScope(viewer, violations.deptId),
      ),
    )
  return [...new Set([...ids, ...rows.map(({ id }) => id)])]
}

/** These, or what they are merged into, with all that is merged into that: together they are one event and have one verdict. */
export async function withMerged(tx: Tx, viewer: Viewer, ids: number[]): Promise<number[]> {
  const ofTenant = eq(violations.tenantId, viewer.tenantId)
  const wholes = await tx
    .selectDistinct({ id: sql`coalesce(${violations.mergedInto}, ${violations.id})`.mapWith(Number) })
    .from(violations)
    .where(and(ofTenant, inArray(violations.id, ids)))
  const wholeIds = wholes.map(({ id }) => id)
  const merged = await tx
    .select({ id: violations.id })
    .from(violations)
    .where(and(ofTenant, inArray(violations.mergedInto, wholeIds)))
  return [...wholeIds, ...merged.map(({ id }) => id)]
}

/** Condition of one violation of the scope. */
export const one = (viewer: Viewer, id: number) =>
  and(eq(violations.tenantId, viewer.tenantId), eq(violations.id, id), inScope(viewer, violations.deptId))

const some = (viewer: Viewer, ids: number[]) =>
  and(eq(violations.tenantId, viewer.tenantId), inArray(violations.id, ids), inScope(viewer, violations.deptId))

/** Locks the rows that are in scope until the transaction ends, in one order, so that of two judges one comes second. */
export const lockViolations = (tx: Tx, viewer: Viewer, ids: number[]) =>
  tx
    .select({
      id: violations.id,
      objectName: violations.objectName,
      violationEvent: violations.violationEvent,
      createTime: violations.createTime,
      alarmType: violations.alarmType,
      ruleId: violations.ruleId,
      storm: violations.storm,
      mergedInto: violations.mergedInto,
    })
    .from(violations)
    .where(some(viewer, ids))
    .orderBy(violations.id, violations.createTime)
    .for('update')

/** The last step of each, by violation: who was faster. `age` in seconds. */
export async function findLastSteps(tx: Tx, viewer: Viewer, ids: number[]) {
  const rows = await tx
    .selectDistinctOn([violationSteps.violationId], {
      id: violationSteps.violationId,
      userId: violationSteps.userId,
      age: sql<number>`extract(epoch from now() - violation_process.create_time)::float`,
      ...stepColumns,
    })
    .from(violationSteps)
    .where(and(eq(violationSteps.tenantId, viewer.tenantId), inArray(violationSteps.violationId, ids)))
    .orderBy(violationSteps.violationId, desc(violationSteps.id))
  return new Map(rows.map((row) => [row.id, row]))
}

const stepColumns = {
  createTime: violationSteps.createTime,
  objectName: violationSteps.objectName,
  alarmType: violationSteps.alarmType,
  remark: violationSteps.remark,
}

/** A violation of the scope with its steps and the viewer's push record. */
export async function findViolationDetail(tx: Tx, viewer: Viewer, id: number, language: Language) {
  const [row] = await tx
    .select({ ...violationColumns(language), parts: partsFor(viewer), mergedInto: violations.mergedInto, pushId: pushes.id })
    .from(violations)
    .leftJoin(pushes, isOwnPush(viewer, MsgType.violation, violations.id))
    .where(one(viewer, id))
  if (!row) return undefined
  const steps = await tx
    .select(stepColumns)
    .from(violationSteps)
    .where(and(eq(violationSteps.tenantId, viewer.tenantId), eq(violationSteps.violationId, id)))
    .orderBy(violationSteps.id)
  return { ...row, violationVerifyProcess: steps, eventVo: { eventProcessList: steps } }
}

/** Sets the verdict, writes who gave it, and takes the violations off every recipient's pending list, or puts them back when it is undone. */
export async function setAlarmType(tx: Tx, viewer: Viewer, ids: number[], alarmType: AlarmType, remark: string) {
  if (!ids.length) return
  const { tenantId, userId } = viewer
  const objectName = displayNameOf(tenantId, userId)
  await tx.update(violations).set({ alarmType }).where(some(viewer, ids))
  await tx
    .insert(violationSteps)
    .values(ids.map((violationId) => ({ tenantId, violationId, userId, objectName, alarmType, remark })))
  const status = alarmType === AlarmType.pending ? PushStatus.pending : PushStatus.handled
  await movePushes(tx, { tenantId, msgType: MsgType.violation, eventId: ids }, status)
  await endReminders(tx, { tenantId, tasks: [ReminderTask.violation], eventId: ids })
  await unclaim(tx, viewer, MsgType.violation, ids)
}

/** Reminds people of the violations that they claimed and left: still pending although the claim has run out. */
export async function remindOfLeft(tx: Tx, claims: readonly ExpiredClaim[]) {
  for (const { tenantId, eventId, userId } of claims) {
    const { objectType, objectId, deptId } = violations
    const [left] = await tx
      .select({ objectType, objectId, deptId })
      .from(violations)
      .where(and(eq(violations.tenantId, tenantId), eq(violations.id, eventId), eq(violations.alarmType, AlarmType.pending)))
    if (left) await remind(tx, { tenantId, task: ReminderTask.violation, eventId, ...left }, [userId])
  }
}

/** The violations in scope of some objects, newest first. */
export const findViolationsOf = (tx: Tx, viewer: Viewer, asked: Parsed<typeof listViolationsOf>, language: Language) =>
  tx
    .select(violationColumns(language))
    .from(violations)
    .where(
      and(
        standing(viewer),
        eq(violations.objectType, asked.objectType),
        inArray(violations.objectId, asked.objectIds),
        asked.alarmType === undefined ? undefined : eq(violations.alarmType, asked.alarmType),
        during(violations.createTime, asked),
      ),
    )
    .orderBy(desc(violations.createTime), desc(violations.id))
    .limit(asked.size)

/** Joins a push record with its violation. */
export const isPushed = and(
  eq(violations.tenantId, pushes.tenantId),
  eq(violations.id, pushes.eventId),
  eq(violations.createTime, pushes.createTime),
)

/** One page of the violations pushed to the viewer, with the total. */
export async function findViolationPushes(tx: Tx, viewer: Viewer, asked: PushesAsked, language: Language) {
  const { filter } = asked
  const where = narrowed(viewer, filter)
  const found = (further?: SQL) =>
    tx
      .select({ id: violations.id, createTime: violations.createTime })
      .from(violations)
      .where(and(eq(violations.tenantId, viewer.tenantId), where, further))
  const isItsEvent = and(eq(violations.id, pushes.eventId), eq(violations.createTime, pushes.createTime))
  const isOfFound = sql`(${pushes.eventId}, ${pushes.createTime}) in ${found()}`
  const { wanted, order, total, isFolded, during } = await wantedPushes(tx, viewer, {
    ...asked,
    ofEvents: where && sql`exists ${found(isItsEvent).offset(0)}`,
    ofAllEvents: where && isOfFound,
    isSteady: true,
    // The members of a storm have one rule, but may have different verdicts of different people, and work of their own.
    isParticular: !!(filter.verdicts || filter.handlerId || filter.work),
  })
  const records = await tx
    .select({
      ...violationColumns(language, during),
      work: newestWork(viewer, asCause),
      parts: isFolded ? partsFor(viewer, during) : sql<number>`1`,
      ...pushColumns<typeof MsgType.violation>(wanted),
      status: sql<PushStatus>`${wanted.status}`,
    })
    .from(wanted)
    .innerJoin(
      violations,
      and(
        eq(violations.tenantId, wanted.tenantId),
        eq(violations.id, wanted.eventId),
        eq(violations.createTime, wanted.createTime),
        during(violations.createTime),
      ),
    )
    .orderBy(...order)
  return { records, total }
}
