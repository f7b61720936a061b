import type { Parsed } from '@huanwei/contract/endpoint'
import { mostListed } from '@huanwei/contract/page'
import type { addPlan, listRecords, PlanFacility, pagePlans } from '@huanwei/contract/plans/endpoints'
import { and, asc, desc, eq, gt, gte, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import { updatedBy } from '../../db/columns.ts'
import type { Tx } from '../../db/connect.ts'
import { contains } from '../../db/contains.ts'
import type { Cursor } from '../../db/keyset.ts'
import { holdRow } from '../../db/last-change.ts'
import { findPage } from '../../db/lists/find-page.ts'
import { during } from '../../db/period.ts'
import { amongDepartments, departmentsBelow, inScope } from '../../db/scope.ts'
import type { Viewer } from '../../http/viewer.ts'
import { departments } from '../departments/table.ts'
import { facilities } from '../facilities/table.ts'
import { displayName, displayNameOf } from '../users/queries.ts'
import { users } from '../users/table.ts'
import { planFacilities, taskPlans as plans, taskRecords as records } from './table.ts'

/** Facilities of a plan, by name. */
const visited = sql<PlanFacility[]>`(select coalesce(json_agg(json_build_object('facilityId', f.id, 'facilityName', f.name,
  'address', f.address, 'lng', f.lng, 'lat', f.lat) order by f.name, f.id), '[]')
  from ${planFacilities} v join ${facilities} f on f.tenant_id = v.tenant_id and f.id = v.facility_id
  where v.tenant_id = ${plans}.tenant_id and v.plan_id = ${plans}.id)`

/** Plans in the viewer's scope, and those whose visits are the viewer's to make. */
const inSight = (viewer: Viewer, userId: typeof plans.userId | typeof records.userId) =>
  viewer.departments ? or(inScope(viewer, plans.deptId), eq(userId, viewer.userId)) : undefined

const find = (tx: Tx, viewer: Viewer, only: SQL | undefined) =>
  tx
    .select({
      id: plans.id,
      name: plans.name,
      deptId: plans.deptId,
      deptName: departments.name,
      userId: plans.userId,
      userName: displayName(users),
      dueMinutes: plans.dueMinutes,
      facilities: visited,
      updateTime: plans.updateTime,
      updateBy: plans.updateBy,
    })
    .from(plans)
    .innerJoin(departments, and(eq(departments.tenantId, plans.tenantId), eq(departments.id, plans.deptId)))
    .innerJoin(users, and(eq(users.tenantId, plans.tenantId), eq(users.id, plans.userId)))
    .where(and(eq(plans.tenantId, viewer.tenantId), isNull(plans.removedTime), inSight(viewer, plans.userId), only))

/** Departments that a filter narrows plans to; null without one. The scope is not asked: a plan beyond it is in the sight of whoever makes its visits. */
export const planDepartments = async (tx: Tx, { tenantId }: Viewer, deptId: number | undefined) =>
  deptId === undefined ? null : departmentsBelow(tx, tenantId, [deptId])

/** The first plans in sight by name. `among` narrows to departments (null: all). */
export const findPlans = (tx: Tx, viewer: Viewer, among: number[] | null) =>
  find(tx, viewer, amongDepartments(among, plans.deptId)).orderBy(asc(plans.name), asc(plans.id)).limit(mostListed)

const list = { table: plans, id: plans.id }

type PlanFilter = Parsed<typeof pagePlans> & { after?: Cursor | undefined }

/** One page of the plans in sight, newest first, with the total. */
export async function findPlanPage(tx: Tx, viewer: Viewer, filter: PlanFilter, among: number[] | null) {
  const where = and(
    eq(plans.tenantId, viewer.tenantId),
    isNull(plans.removedTime),
    inSight(viewer, plans.userId),
    amongDepartments(among, plans.deptId),
    contains(plans.name, filter.name),
  )
  const { total, only } = await findPage(tx, list, filter, { tenantId: viewer.tenantId, where })
  const records = await find(tx, viewer, only).orderBy(desc(plans.id))
  return { records, total }
}

/** A plan in sight; undefined when there is none. */
export async function findPlan(tx: Tx, viewer: Viewer, id: number) {
  const [plan] = await find(tx, viewer, eq(plans.id, id))
  return plan
}

/** Holds the plan as it stands until the transaction ends. */
export const holdPlan = (tx: Tx, tenantId: number, id: number) => holdRow(tx, plans, tenantId, id)

type Fields = Parsed<typeof addPlan>

export async function insertPlan(tx: Tx, { tenantId, username }: Viewer, { facilityIds, ...fields }: Fields) {
  const [added] = await tx
    .insert(plans)
    .values({ tenantId, ...fields, updateBy: username })
    .returning({ id: plans.id })
  const planId = added!.id
  await tx.insert(planFacilities).values(facilityIds.map((facilityId) => ({ tenantId, planId, facilityId })))
  return planId
}

/** Replaces the fields and facilities of a plan from now on: future visits are recreated. */
export async function updatePlan(tx: Tx, viewer: Viewer, planId: number, { facilityIds, ...fields }: Fields) {
  const { tenantId } = viewer
  await tx
    .update(plans)
    .set({ ...fields, effectiveFrom: sql`now()`, ...updatedBy(plans, viewer) })
    .where(and(eq(plans.tenantId, tenantId), eq(plans.id, planId)))
  await tx.delete(planFacilities).where(and(eq(planFacilities.tenantId, tenantId), eq(planFacilities.planId, planId)))
  await tx.insert(planFacilities).values(facilityIds.map((facilityId) => ({ tenantId, planId, facilityId })))
  await forgetComing(tx, tenantId, planId)
}

export async function markPlanRemoved(tx: Tx, tenantId: number, planId: number) {
  await tx
    .update(plans)
    .set({ removedTime: sql`now()` })
    .where(and(eq(plans.tenantId, tenantId), eq(plans.id, planId)))
  await forgetComing(tx, tenantId, planId)
}

const forgetComing = (tx: Tx, tenantId: number, planId: number) =>
  tx
    .delete(records)
    .where(
      and(eq(records.tenantId, tenantId), eq(records.planId, planId), isNull(records.doneTime), gt(records.dueTime, sql`now()`)),
    )

/**
 * The visits that plans as they stand make on the days from `first` through `last`, midnights: not those of before the plan was what it is.
 * `of` narrows to an organisation or to one of its plans.
 */
export const plannedVisits = (first: SQL, last: SQL, of?: { tenantId: number; planId?: number }) => sql`
    select p.tenant_id, p.id as plan_id, v.facility_id, d.day + make_interval(mins => m.minutes) as due_time, p.user_id
    from ${plans} p
    join ${planFacilities} v on v.tenant_id = p.tenant_id and v.plan_id = p.id
    join ${facilities} f on f.tenant_id = v.tenant_id and f.id = v.facility_id and f.removed_time is null
    cross join lateral unnest(p.due_minutes) as m (minutes)
    cross join generate_series(${first}, ${last}, interval '1 day') as d (day)
    where p.removed_time is null and d.day + make_interval(mins => m.minutes) > p.effective_from
      ${of ? sql`and p.tenant_id = ${of.tenantId}` : sql``} ${of?.planId ? sql`and p.id = ${of.planId}` : sql``}`

/** Makes the visits of yesterday and today that are not there yet, of every plan or of one, each once however many make them. */
export async function makeVisits(tx: Tx, only?: { tenantId: number; planId: number }) {
  const today = sql`date_trunc('day', now())`
  await tx.execute(sql`
    insert into ${records} (tenant_id, plan_id, facility_id, due_time, user_id)
    ${plannedVisits(sql`${today} - interval '1 day'`, today, only)}
    on conflict do nothing`)
}

const findVisits = (tx: Tx, viewer: Viewer, only: SQL | undefined) =>
  tx
    .select({
      id: records.id,
      jobId: records.planId,
      planName: plans.name,
      deptId: plans.deptId,
      facilityId: records.facilityId,
      facilityName: facilities.name,
      userId: records.userId,
      userName: displayName(users),
      dueTime: records.dueTime,
      doneTime: records.doneTime,
      doneName: records.doneName,
      remark: records.remark,
    })
    .from(records)
    .innerJoin(plans, and(eq(plans.tenantId, records.tenantId), eq(plans.id, records.planId)))
    .innerJoin(facilities, and(eq(facilities.tenantId, records.tenantId), eq(facilities.id, records.facilityId)))
    .innerJoin(users, and(eq(users.tenantId, records.tenantId), eq(users.id, records.userId)))
    .where(and(eq(records.tenantId, viewer.tenantId), inSight(viewer, records.userId), only))

/** Limit of visits in one answer. */
const mostVisits = 1000

/** The visits in sight, earliest due first; today's unless bounded otherwise. */
export function findRecords(tx: Tx, viewer: Viewer, { jobId, facilityId, userId, done, startTime, endTime }: Filter) {
  const midnight = sql`date_trunc('day', now())`
  const isToday = startTime === undefined && endTime === undefined
  const only = and(
    jobId ? eq(records.planId, jobId) : undefined,
    facilityId ? eq(records.facilityId, facilityId) : undefined,
    userId ? eq(records.userId, userId) : undefined,
    done === undefined ? undefined : sql`(${records.doneTime} is not null) = ${done}`,
    isToday ? and(gte(records.dueTime, midnight), lt(records.dueTime, sql`${midnight} + interval '1 day'`)) : undefined,
    during(records.dueTime, { startTime, endTime }),
  )
  return findVisits(tx, viewer, only).orderBy(asc(records.dueTime), asc(records.id)).limit(mostVisits)
}
type Filter = Parsed<typeof listRecords>

/** A visit in sight, locked until the transaction ends, so that of two people one comes second. */
export async function lockRecord(tx: Tx, viewer: Viewer, id: number) {
  await tx
    .select({ id: records.id })
    .from(records)
    .where(and(eq(records.tenantId, viewer.tenantId), eq(records.id, id)))
    .for('update')
  return findRecord(tx, viewer, id)
}

async function findRecord(tx: Tx, viewer: Viewer, id: number) {
  const [visit] = await findVisits(tx, viewer, eq(records.id, id))
  return visit
}

export async function markDone(tx: Tx, viewer: Viewer, id: number, remark: string) {
  const { tenantId, userId } = viewer
  const doneName = displayNameOf(tenantId, userId)
  await tx
    .update(records)
    .set({ doneTime: sql`now()`, doneName, remark })
    .where(and(eq(records.tenantId, tenantId), eq(records.id, id)))
  return findRecord(tx, viewer, id)
}
