import { EmergencyAct, type EmergencyState, type Tier } from '@huanwei/contract/emergencies/codes'
import {
  type Emergency,
  type EmergencyRecord,
  type EmergencyStep,
  type listEmergencies,
  mostEmergencies,
  type OpenEmergencies,
} from '@huanwei/contract/emergencies/endpoints'
import type { Parsed } from '@huanwei/contract/endpoint'
import { ObjectType } from '@huanwei/contract/objects'
import type { Permission } from '@huanwei/contract/permissions'
import { adminRoleCode } from '@huanwei/contract/roles/codes'
import { AlarmType } from '@huanwei/contract/violations/codes'
import { and, desc, eq, inArray, isNull, lte, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Tx } from '../../db/connect.ts'
import { type Cursor, orderByTime } from '../../db/keyset.ts'
import { findPage } from '../../db/lists/find-page.ts'
import { amongDepartments, inScope } from '../../db/scope.ts'
import type { Viewer } from '../../http/viewer.ts'
import { findObjects } from '../objects/queries.ts'
import { displayNameOf } from '../users/queries.ts'
import { emergencies, emergencyRecipients, emergencySteps } from './table.ts'

/** Permission of those who are told of emergencies and handle them. Source: spec 3, section 21. */
export const handles: Permission = 'violation_handle'

const contact = sql<Emergency['contact']>`case emergency.object_type
  when ${ObjectType.person} then (
    select json_build_object('name', coalesce(nullif(u.name, ''), u.username), 'phone', u.phone) from sys_user u
    where u.tenant_id = emergency.tenant_id and u.user_id = emergency.object_id and u.phone <> '')
  when ${ObjectType.vehicle} then (
    select json_build_object('name', v.driver_name, 'phone', v.driver_phone) from vehicle v
    where v.tenant_id = emergency.tenant_id and v.id = emergency.object_id and v.driver_phone <> '')
  end`

const secondsFrom = (start: SQLWrapper, end: SQLWrapper) =>
  sql<number>`greatest(0, round(extract(epoch from ${end} - ${start})))::int`

const fields = {
  id: emergencies.id,
  isDrill: emergencies.isDrill,
  objectType: emergencies.objectType,
  objectId: emergencies.objectId,
  objectName: emergencies.objectName,
  deptName: emergencies.deptName,
  name: emergencies.name,
  position: emergencies.position,
  lng: emergencies.lng,
  lat: emergencies.lat,
  time: emergencies.time,
  lastTime: emergencies.lastTime,
  calls: emergencies.calls,
  waitingSince: emergencies.waitingSince,
  tier: emergencies.tier,
  violationId: emergencies.violationId,
  acknowledgedBy: emergencies.acknowledgedBy,
  acknowledgedName: emergencies.acknowledgedName,
  acknowledgedTime: emergencies.acknowledgedTime,
  waited: secondsFrom(emergencies.waitingSince, emergencies.acknowledgedTime),
  closedName: emergencies.closedName,
  closedTime: emergencies.closedTime,
  lasted: secondsFrom(emergencies.time, emergencies.closedTime),
  remark: emergencies.remark,
}
const withContact = { ...fields, contact }

/** The verdict on the violation of the first call, which began at that time, or little before or after as later reports showed. */
const verdict = sql<AlarmType | null>`(select nullif(v.alarm_type, ${sql.raw(String(AlarmType.pending))}) from violation_event v
  where v.tenant_id = emergency.tenant_id and v.id = emergency.violation_id
    and v.create_time between emergency.time - interval '1 day' and emergency.time + interval '1 day')`

type Stored = {
  acknowledgedBy: number | null
  acknowledgedName: string | null
  acknowledgedTime: string | null
  waited: number
  closedName: string | null
  closedTime: string | null
  lasted: number
  remark: string
}
const shown = <Row extends Stored>({
  acknowledgedBy,
  acknowledgedName,
  acknowledgedTime,
  waited,
  closedName,
  closedTime,
  lasted,
  remark,
  ...row
}: Row) => ({
  ...row,
  acknowledgement:
    acknowledgedBy !== null && acknowledgedTime !== null
      ? { userId: acknowledgedBy, by: acknowledgedName ?? '', time: acknowledgedTime, seconds: waited }
      : null,
  closing: closedTime === null ? null : { by: closedName ?? '', time: closedTime, seconds: lasted, remark },
})

/** Emergencies in the viewer's scope. */
const seenBy = (viewer: Viewer, ...only: (SQL | undefined)[]) =>
  and(eq(emergencies.tenantId, viewer.tenantId), inScope(viewer, emergencies.deptId), ...only)

/** The open emergencies that the viewer was told of and may still handle. */
export async function findOpenEmergencies(tx: Tx, viewer: Viewer): Promise<OpenEmergencies> {
  if (!viewer.permissions.has(handles)) return { emergencies: [], waiting: 0 }
  const told = sql`exists (select from emergency_recipient r
    where r.tenant_id = emergency.tenant_id and r.emergency_id = emergency.id and r.user_id = ${viewer.userId})`
  const open = seenBy(viewer, isNull(emergencies.closedTime), told)
  const rows = await tx
    .select(withContact)
    .from(emergencies)
    .where(open)
    .orderBy(sql`${emergencies.acknowledgedTime} is not null`, desc(emergencies.time), desc(emergencies.id))
    .limit(mostEmergencies)
  const waiting = await tx.$count(emergencies, and(open, isNull(emergencies.acknowledgedTime)))
  return { emergencies: rows.map(shown), waiting }
}

const list = { table: emergencies, id: emergencies.id, time: emergencies.time }

const isIn: Record<EmergencyState, SQL> = {
  waiting: sql`${emergencies.closedTime} is null and ${emergencies.acknowledgedTime} is null`,
  acknowledged: sql`${emergencies.closedTime} is null and ${emergencies.acknowledgedTime} is not null`,
  closed: sql`${emergencies.closedTime} is not null and ${emergencies.closedName} is not null`,
  lapsed: sql`${emergencies.closedTime} is not null and ${emergencies.closedName} is null`,
}

type Filter = Parsed<typeof listEmergencies> & { after?: Cursor | undefined }

/** One page of the emergencies in scope, newest first, with the total. `among` are the departments that the scope and a filter allow (null: all). */
export async function findEmergencies(tx: Tx, { tenantId }: Viewer, filter: Filter, among: number[] | null) {
  const { emergencyState, isDrill, objectType, objectId, handlerId } = filter
  const where = and(
    eq(emergencies.tenantId, tenantId),
    amongDepartments(among, emergencies.deptId),
    emergencyState && isIn[emergencyState],
    isDrill === undefined ? undefined : eq(emergencies.isDrill, isDrill),
    objectType && eq(emergencies.objectType, objectType),
    objectId ? eq(emergencies.objectId, objectId) : undefined,
    handlerId ? or(eq(emergencies.acknowledgedBy, handlerId), eq(emergencies.closedBy, handlerId)) : undefined,
  )
  const { total, only } = await findPage(tx, list, filter, { tenantId, where, period: filter })
  const rows = await tx
    .select({ ...fields, verdict })
    .from(emergencies)
    .where(and(eq(emergencies.tenantId, tenantId), only))
    .orderBy(...orderByTime(list))
  return { records: rows.map(shown), total }
}

/** An emergency by its id, or by a violation that is one of its calls; undefined when none is in scope. */
export async function findEmergencyRecord(
  tx: Tx,
  viewer: Viewer,
  { id, violationEventId }: { id?: number | undefined; violationEventId?: number | undefined },
): Promise<EmergencyRecord | undefined> {
  const ofCall = sql`${emergencies.id} = (select s.emergency_id from emergency_step s
    where s.tenant_id = ${viewer.tenantId} and s.violation_id = ${violationEventId ?? null} limit 1)`
  const [row] = await tx
    .select({ ...withContact, verdict })
    .from(emergencies)
    .where(seenBy(viewer, id === undefined ? ofCall : eq(emergencies.id, id)))
  if (!row) return undefined
  return { ...shown(row), steps: await findSteps(tx, viewer.tenantId, row.id) }
}

/** Steps listed of one emergency: the latest. */
const mostSteps = 100

async function findSteps(tx: Tx, tenantId: number, emergencyId: number): Promise<EmergencyStep[]> {
  const names = sql<string[]>`(
    select coalesce(json_agg(coalesce(nullif(u.name, ''), u.username) order by u.user_id), '[]') from emergency_recipient r
    join sys_user u on u.tenant_id = r.tenant_id and u.user_id = r.user_id
    where r.tenant_id = emergency_step.tenant_id and r.emergency_id = emergency_step.emergency_id and r.tier = emergency_step.tier)`
  const steps = await tx
    .select({
      time: emergencySteps.createTime,
      act: emergencySteps.act,
      by: emergencySteps.userName,
      tier: emergencySteps.tier,
      names,
      remark: emergencySteps.remark,
    })
    .from(emergencySteps)
    .where(and(eq(emergencySteps.tenantId, tenantId), eq(emergencySteps.emergencyId, emergencyId)))
    .orderBy(desc(emergencySteps.id))
    .limit(mostSteps)
  return steps.reverse().map(({ tier, names, ...step }) => ({ ...step, told: tier === null ? null : { tier, names } }))
}

/** Locks an emergency in scope; undefined when there is none. */
export async function lockEmergency(tx: Tx, viewer: Viewer, id: number): Promise<Emergency | undefined> {
  await tx
    .select({ id: emergencies.id })
    .from(emergencies)
    .where(seenBy(viewer, eq(emergencies.id, id)))
    .for('update')
  const [row] = await tx
    .select(withContact)
    .from(emergencies)
    .where(seenBy(viewer, eq(emergencies.id, id)))
  return row && shown(row)
}

const own = ({ tenantId }: Pick<Viewer, 'tenantId'>, id: number) =>
  and(eq(emergencies.tenantId, tenantId), eq(emergencies.id, id))

export async function setAcknowledged(tx: Tx, viewer: Viewer, id: number) {
  const { tenantId, userId } = viewer
  const name = displayNameOf(tenantId, userId)
  await tx
    .update(emergencies)
    .set({ acknowledgedBy: userId, acknowledgedName: name, acknowledgedTime: sql`now()`, dueTime: null })
    .where(own(viewer, id))
  await addStep(tx, { tenantId, emergencyId: id, act: EmergencyAct.acknowledged, userName: name })
}

const closedNow = ({ tenantId, userId }: Viewer, remark: string) => ({
  closedBy: userId,
  closedName: displayNameOf(tenantId, userId),
  closedTime: sql`now()`,
  dueTime: null,
  remark,
})

export async function setClosed(tx: Tx, viewer: Viewer, id: number, remark: string) {
  const name = displayNameOf(viewer.tenantId, viewer.userId)
  await tx.update(emergencies).set(closedNow(viewer, remark)).where(own(viewer, id))
  await addStep(tx, { tenantId: viewer.tenantId, emergencyId: id, act: EmergencyAct.closed, userName: name, remark })
}

/** Closes the open emergencies that began with these violations, which have a verdict now. */
export async function closeJudged(tx: Tx, viewer: Viewer, violationIds: readonly number[], remark: string) {
  if (!violationIds.length) return
  const name = displayNameOf(viewer.tenantId, viewer.userId)
  const closed = await tx
    .update(emergencies)
    .set(closedNow(viewer, remark))
    .where(
      and(
        eq(emergencies.tenantId, viewer.tenantId),
        inArray(emergencies.violationId, [...violationIds]),
        isNull(emergencies.closedTime),
      ),
    )
    .returning({ emergencyId: emergencies.id })
  for (const { emergencyId } of closed)
    await addStep(tx, { tenantId: viewer.tenantId, emergencyId, act: EmergencyAct.judged, userName: name, remark })
}

/**
 * Opens the emergencies again that the last verdict on these violations closed, before it is undone: those that nobody has acknowledged are told anew
 * from this moment on. One whose object has called anew since stays closed: that call interrupts by itself. Requires `lockStorms` for the tenant.
 */
export async function reopenJudged(tx: Tx, viewer: Viewer, violationIds: readonly number[]) {
  if (!violationIds.length) return
  const { tenantId, userId } = viewer
  const { rows } = await tx.execute<{ id: number }>(sql`
    update emergency e set closed_by = null, closed_name = null, closed_time = null, remark = '',
      tier = case when acknowledged_time is null then null else tier end,
      due_time = case when acknowledged_time is null then now() end,
      waiting_since = case when acknowledged_time is null then now() else waiting_since end
    where tenant_id = ${tenantId} and violation_id = any(${sql.param([...violationIds])}::int8[])
      and closed_time = (select p.create_time from violation_process p
        where p.tenant_id = e.tenant_id and p.violation_id = e.violation_id order by p.id desc limit 1)
      and not exists (select from emergency o where o.closed_time is null
        and (o.tenant_id, o.object_type, o.object_id, o.is_drill) = (e.tenant_id, e.object_type, e.object_id, e.is_drill))
    returning id::float8`)
  const userName = displayNameOf(tenantId, userId)
  for (const { id: emergencyId } of rows) await addStep(tx, { tenantId, emergencyId, act: EmergencyAct.reopened, userName })
}

type NewStep = Omit<typeof emergencySteps.$inferInsert, 'userName'> & { userName?: SQL<string> }
const addStep = (tx: Tx, step: NewStep) => tx.insert(emergencySteps).values(step)

/** Begins a drill for an object of the viewer's scope, as of `now` (epoch ms); undefined while one of it is open, and null when there is no such object. */
export async function addDrill(
  tx: Tx,
  viewer: Viewer,
  { objectType, objectId }: Pick<Emergency, 'objectType' | 'objectId'>,
  now: number,
) {
  const [object] = await findObjects(tx, viewer, { objectType, objectIds: [objectId], deptIds: [] })
  if (!object) return null
  const time = sql`to_timestamp(${now / 1000})`
  const [drill] = await tx
    .insert(emergencies)
    .values({
      tenantId: viewer.tenantId,
      isDrill: true,
      objectType,
      objectId,
      objectName: object.name,
      deptId: object.deptId,
      deptName: sql`(select name from sys_dept where tenant_id = ${viewer.tenantId} and dept_id = ${object.deptId})`,
      time,
      lastTime: time,
      dueTime: time,
    })
    .onConflictDoNothing()
    .returning({ id: emergencies.id })
  if (!drill) return undefined
  const userName = displayNameOf(viewer.tenantId, viewer.userId)
  await addStep(tx, { tenantId: viewer.tenantId, emergencyId: drill.id, act: EmergencyAct.drilled, userName })
  return drill.id
}

/** Emergencies moved to their next tier in one transaction. */
const together = 500

/** Locks emergencies whose next tier is due at `now` (epoch ms). Of several processes each gets others. */
export const lockDue = (tx: Tx, now: number) =>
  tx
    .select({
      tenantId: emergencies.tenantId,
      id: emergencies.id,
      deptId: emergencies.deptId,
      tier: emergencies.tier,
      dueAt: sql<number>`(extract(epoch from ${emergencies.dueTime}) * 1000)::float8`,
    })
    .from(emergencies)
    .where(lte(emergencies.dueTime, sql`to_timestamp(${now / 1000})`))
    .orderBy(emergencies.dueTime, emergencies.id)
    .limit(together)
    .for('update', { skipLocked: true })
export type DueEmergency = Awaited<ReturnType<typeof lockDue>>[number]

/** The people who may handle emergencies in these departments, by department, and the tenant's administrators. */
export async function findRoster(tx: Tx, tenantId: number, deptIds: readonly number[]) {
  const covering = await tx.execute<{ deptId: number; userId: number; homeId: number }>(sql`
    select c.dept_id as "deptId", c.user_id as "userId", u.dept_id as "homeId"
    from users_covering(${tenantId}, ${handles}, ${sql.param([...deptIds])}::int[]) c
    join sys_user u on u.tenant_id = ${tenantId} and u.user_id = c.user_id order by c.user_id`)
  const administrators = await tx.execute<{ userId: number }>(sql`
    select distinct u.user_id as "userId" from sys_user u
    join sys_user_role ur on ur.tenant_id = u.tenant_id and ur.user_id = u.user_id
    join sys_role r on r.tenant_id = ur.tenant_id and r.role_id = ur.role_id and r.role_code = ${adminRoleCode}
    where u.tenant_id = ${tenantId} and u.lock_flag = '0' order by u.user_id`)
  return { covering: covering.rows, administrators: administrators.rows.map(({ userId }) => userId) }
}

export type Told = DueEmergency & { to: Tier; userIds: readonly number[] }

/** Tells the next tier: its people see the emergency from now on, and its own successor is due at `dueAt`. */
export async function setTold(tx: Tx, now: number, told: readonly Told[], dueAt: (one: Told) => number) {
  const rows = told.map((one) => ({ tenantId: one.tenantId, emergencyId: one.id, tier: one.to, dueAt: dueAt(one) / 1000 }))
  await tx.execute(sql`
    update ${emergencies} e set tier = g.tier, due_time = to_timestamp(g."dueAt")
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g ("tenantId" int, "emergencyId" bigint, tier smallint, "dueAt" float8)
    where e.tenant_id = g."tenantId" and e.id = g."emergencyId"`)
  const people = told.flatMap(({ tenantId, id: emergencyId, to: tier, userIds }) =>
    userIds.map((userId) => ({ tenantId, emergencyId, userId, tier })),
  )
  if (people.length) await tx.insert(emergencyRecipients).values(people).onConflictDoNothing()
  const steps = told
    .filter(({ userIds }) => userIds.length)
    .map(({ tenantId, id: emergencyId, to: tier }) => ({ tenantId, emergencyId, tier, act: EmergencyAct.told }))
  const createTime = sql`to_timestamp(${now / 1000})`
  if (steps.length) await tx.insert(emergencySteps).values(steps.map((step) => ({ ...step, createTime })))
}

/** Ends emergencies that nobody has acknowledged. */
export async function setLapsed(tx: Tx, now: number, lapsed: readonly DueEmergency[]) {
  const time = sql`to_timestamp(${now / 1000})`
  for (const { tenantId, id } of lapsed) {
    await tx.update(emergencies).set({ closedTime: time, dueTime: null }).where(own({ tenantId }, id))
    await tx.insert(emergencySteps).values({ tenantId, emergencyId: id, act: EmergencyAct.lapsed, createTime: time })
  }
}
