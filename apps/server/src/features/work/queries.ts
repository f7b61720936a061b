import type { Parsed } from '@huanwei/contract/endpoint'
import { WorkState } from '@huanwei/contract/work/codes'
import type { addWorkPlan, listWorkPlans, listWorkTasks } from '@huanwei/contract/work/endpoints'
import { mostOnMap } from '@huanwei/contract/work/rules'
import { and, asc, between, desc, eq, getTableColumns, gt, isNull, not, or, type SQL, sql } from 'drizzle-orm'
import { updatedBy } from '../../db/columns.ts'
import type { Tx } from '../../db/connect.ts'
import { contains } from '../../db/contains.ts'
import { type Cursor, orderByTime } from '../../db/keyset.ts'
import { holdRow } from '../../db/last-change.ts'
import { findPage } from '../../db/lists/find-page.ts'
import { amongDepartments, inScope } from '../../db/scope.ts'
import type { Viewer } from '../../http/viewer.ts'
import { areas } from '../areas/table.ts'
import { departments } from '../departments/table.ts'
import { facilities } from '../facilities/table.ts'
import { shifts } from '../shifts/table.ts'
import { displayName } from '../users/queries.ts'
import { users } from '../users/table.ts'
import { vehicles } from '../vehicles/table.ts'
import { emptiedFigures, findEmptyTimes } from './emptied/queries.ts'
import { workBases as bases, workPlans as plans, workTasks as tasks } from './table.ts'

type Named = { id: number; name: string }

/** Rows that an array of ids of a plan names, in its order; removed ones are left out. */
const namedBy = (ids: SQL, rows: SQL, name: SQL) => sql<Named[]>`(
  select coalesce(json_agg(json_build_object('id', o.id, 'name', ${name}) order by w.place), '[]')
  from unnest(${ids}) with ordinality as w (id, place) join ${rows} o on o.tenant_id = ${plans}.tenant_id and o.id = w.id)`

const there = (table: SQL) => sql`(select * from ${table} where removed_time is null)`
const people = sql`(select tenant_id, user_id as id, ${displayName(users)} as name from ${users})`
const { removedTime: _, tenantId: __, ...columns } = getTableColumns(plans)

const selectPlans = (tx: Tx) =>
  tx
    .select({
      ...columns,
      deptName: departments.name,
      roads: namedBy(sql`${plans}.area_ids`, sql`${areas}`, sql`o.name`),
      stops: namedBy(sql`${plans}.facility_ids`, there(sql`${facilities}`), sql`o.name`),
      vehicles: namedBy(sql`${plans}.vehicle_ids`, there(sql`${vehicles}`), sql`o.plate_number`),
      people: namedBy(sql`${plans}.user_ids`, people, sql`o.name`),
      shifts: namedBy(sql`${plans}.shift_ids`, sql`${shifts}`, sql`o.name`),
    })
    .from(plans)
    .innerJoin(departments, and(eq(departments.tenantId, plans.tenantId), eq(departments.id, plans.deptId)))

const planList = { table: plans, id: plans.id }

type PlanFilter = Parsed<typeof listWorkPlans> & { after?: Cursor | undefined }

/** One page of the plans of `among`, newest first, with the total. */
export async function findWorkPlans(tx: Tx, { tenantId }: Viewer, filter: PlanFilter, among: number[] | null) {
  const where = and(
    eq(plans.tenantId, tenantId),
    isNull(plans.removedTime),
    amongDepartments(among, plans.deptId),
    contains(plans.name, filter.name),
    filter.jobType && eq(plans.jobType, filter.jobType),
  )
  const { total, only } = await findPage(tx, planList, filter, { tenantId, where })
  const records = await selectPlans(tx)
    .where(and(eq(plans.tenantId, tenantId), only))
    .orderBy(desc(plans.id))
  return { records, total }
}
export type WorkPlanRow = Awaited<ReturnType<typeof findWorkPlans>>['records'][number]

/** A plan in sight; undefined when there is none. */
export async function findWorkPlan(tx: Tx, viewer: Viewer, id: number) {
  const [one] = await selectPlans(tx).where(
    and(eq(plans.tenantId, viewer.tenantId), eq(plans.id, id), isNull(plans.removedTime), inScope(viewer, plans.deptId)),
  )
  return one
}

/** Holds the plan as it stands until the transaction ends. */
export const holdWorkPlan = (tx: Tx, tenantId: number, id: number) => holdRow(tx, plans, tenantId, id)

type Fields = Parsed<typeof addWorkPlan>
const valuesOf = (fields: Fields) => ({
  ...fields,
  firstDay: fields.firstDay ?? null,
  lastDay: fields.lastDay ?? null,
  implementInput: fields.implementInput ?? null,
})

/** Returns the new id. */
export async function insertWorkPlan(tx: Tx, { tenantId, username }: Viewer, fields: Fields) {
  const [added] = await tx
    .insert(plans)
    .values({ tenantId, ...valuesOf(fields), updateBy: username })
    .returning({ id: plans.id })
  return added!.id
}

export const updateWorkPlan = (tx: Tx, viewer: Viewer, id: number, fields: Fields) =>
  tx
    .update(plans)
    .set({ ...valuesOf(fields), ...updatedBy(plans, viewer) })
    .where(and(eq(plans.tenantId, viewer.tenantId), eq(plans.id, id)))

/** The plan and its tasks that have not begun; earlier ones stay. */
export async function markWorkPlanRemoved(tx: Tx, tenantId: number, id: number) {
  await tx
    .update(plans)
    .set({ removedTime: sql`now()` })
    .where(and(eq(plans.tenantId, tenantId), eq(plans.id, id)))
  await tx.delete(tasks).where(and(eq(tasks.tenantId, tenantId), eq(tasks.planId, id), gt(tasks.startTime, sql`now()`)))
}

/** Inputs of plans. */
type Use = { areaId: number } | { shiftId: number } | { calendar: true }

const using = (tenantId: number, use: Use) =>
  and(
    eq(plans.tenantId, tenantId),
    isNull(plans.removedTime),
    'areaId' in use ? sql`${use.areaId} = any(${plans.areaIds})` : undefined,
    'shiftId' in use ? sql`${use.shiftId} = any(${plans.shiftIds})` : undefined,
    'calendar' in use ? plans.calendar : undefined,
  )

/** Name of a plan that uses this. */
export async function planUsing(tx: Tx, tenantId: number, use: Use) {
  const [plan] = await tx.select({ name: plans.name }).from(plans).where(using(tenantId, use)).limit(1)
  return plan?.name
}

/** True when a plan beyond the viewer's scope uses this: changing it would be a change for others. */
export async function isUsedByPlansBeyond(tx: Tx, viewer: Viewer, use: Use) {
  const mine = inScope(viewer, plans.deptId)
  return mine !== undefined && (await tx.$count(plans, and(using(viewer.tenantId, use), not(mine)))) > 0
}

/** Those of a plan's areas, facilities, vehicles, people and shifts that are there, in scope and of use, as numbers of each; locked, so that none goes meanwhile. */
export async function countParts(tx: Tx, viewer: Viewer, { areaIds, facilityIds, vehicleIds, userIds, shiftIds }: Fields) {
  const { tenantId } = viewer
  const count = async (table: SQL, ids: number[], only: SQL | undefined = sql`true`, id = sql`id`) => {
    if (!ids.length) return 0
    const { rows } = await tx.execute(
      sql`select ${id} from ${table} where tenant_id = ${tenantId} and ${id} = any(${sql.param(ids)}::int[]) and ${only} for share`,
    )
    return rows.length
  }
  const here = and(inScope(viewer, sql`dept_id`), sql`true`)
  const isThere = and(here, sql`removed_time is null`)
  return {
    areaIds: await count(sql`${areas}`, areaIds, and(here, sql`shape->>'kind' = 'route'`)),
    facilityIds: await count(sql`${facilities}`, facilityIds, isThere),
    vehicleIds: await count(sql`${vehicles}`, vehicleIds, isThere),
    userIds: await count(sql`${users}`, userIds, here, sql`user_id`),
    shiftIds: await count(sql`${shifts}`, shiftIds),
  }
}

const isDone = sql`${tasks.doneTime} is not null`
const isOver = sql`${tasks.endTime} <= now()`
const isAhead = sql`${tasks.startTime} > now()`
/** Conditions of the states, as in `workStateOf`. */
const states: Record<WorkState, SQL> = {
  [WorkState.done]: isDone,
  [WorkState.due]: sql`(not ${isDone} and ${isAhead})`,
  [WorkState.running]: sql`(not ${isDone} and not ${isAhead} and not ${isOver})`,
  [WorkState.missed]: sql`(not ${isDone} and ${isOver})`,
}
const state = sql<WorkState>`case when ${isDone} then 'done' when ${isAhead} then 'due' when ${isOver} then 'missed' else 'running' end`

const {
  tenantId: ___,
  basisId: ____,
  shiftId: _____,
  vehicleIds: ______,
  userIds: __________,
  pieceMarks,
  stopMarks,
  leaveMarks,
  progress: _______,
  countTime: ________,
  open: _________,
  ...shown
} = getTableColumns(tasks)

const taskColumns = {
  ...shown,
  name: sql<string>`${bases.basis}->>'name'`,
  jobType: sql<typeof plans.$inferSelect.jobType>`${bases.basis}->>'jobType'`,
  goal: sql<number>`(${bases.basis}->>'goal')::int`,
  vehicles: sql<Named[]>`${bases.basis}->'vehicles'`,
  people: sql<Named[]>`coalesce(${bases.basis}->'people', '[]')`,
  stopIds: sql<number[]>`jsonb_path_query_array(${bases.basis}, '$.stops[*].facilityId')`,
  deptName: departments.name,
  state,
}

const withBasis = and(eq(bases.tenantId, tasks.tenantId), eq(bases.id, tasks.basisId))
const ofCrew = and(eq(departments.tenantId, tasks.tenantId), eq(departments.id, tasks.deptId))
const selectTasks = (tx: Tx) => tx.select(taskColumns).from(tasks).innerJoin(bases, withBasis).innerJoin(departments, ofCrew)
const selectPlaces = (tx: Tx) =>
  tx
    .select({ ...taskColumns, basis: bases.basis, pieceMarks, stopMarks, leaveMarks })
    .from(tasks)
    .innerJoin(bases, withBasis)
    .innerJoin(departments, ofCrew)

export const taskList = { table: tasks, time: tasks.startTime, id: tasks.id, shortUpTo: 30_000 }

type TaskFilter = Pick<Parsed<typeof listWorkTasks>, 'day' | 'vehicleId' | 'userId' | 'planId' | 'workState'>

/** Tasks of these days, and those of the night before that end on the first of them. */
const ofDays = (firstDay: string, lastDay: string) =>
  or(between(tasks.day, firstDay, lastDay), sql`(${tasks.day} = ${firstDay}::date - 1 and ${tasks.endTime} > ${firstDay}::date)`)

const asked = (tenantId: number, filter: TaskFilter, among: number[] | null) =>
  and(
    eq(tasks.tenantId, tenantId),
    ofDays(filter.day, filter.day),
    amongDepartments(among, tasks.deptId),
    filter.planId ? eq(tasks.planId, filter.planId) : undefined,
    filter.vehicleId ? sql`${filter.vehicleId} = any(${tasks.vehicleIds})` : undefined,
    filter.userId ? sql`${filter.userId} = any(${tasks.userIds})` : undefined,
    filter.workState && states[filter.workState],
  )

/** One page of the tasks of a day, the first to begin first, with the total. `among` are the departments that a filter allows. */
export async function findWorkTasks(
  tx: Tx,
  viewer: Viewer,
  filter: Parsed<typeof listWorkTasks> & { after?: Cursor | undefined },
  among: number[] | null,
) {
  const { tenantId } = viewer
  const where = asked(tenantId, filter, among)
  // Time decides about their states.
  const isSteady = filter.workState === undefined
  const { total, only } = await findPage(tx, taskList, filter, { tenantId, where, isAscending: true, isSteady })
  const found = await selectTasks(tx)
    .where(and(eq(tasks.tenantId, tenantId), only))
    .orderBy(...orderByTime(taskList, true))
  const emptied = await findEmptyTimes(tx, viewer, found)
  return { records: found.map(({ stopIds: _, ...task }) => ({ ...task, ...emptiedFigures(emptied(task.id)) })), total }
}
export type WorkTaskRow = Awaited<ReturnType<typeof findWorkTasks>>['records'][number]

/** The first tasks of a day with their places; those that have begun before the others. */
export const findPlacesOfDay = (tx: Tx, { tenantId }: Viewer, filter: TaskFilter, among: number[] | null) =>
  selectPlaces(tx)
    .where(asked(tenantId, filter, among))
    .orderBy(isAhead, ...orderByTime(taskList, true))
    .limit(mostOnMap)

/** A task in sight with its places; undefined when there is none. */
export async function findWorkTask(tx: Tx, viewer: Viewer, id: number) {
  const [one] = await selectPlaces(tx).where(
    and(eq(tasks.tenantId, viewer.tenantId), eq(tasks.id, id), inScope(viewer, tasks.deptId)),
  )
  return one
}

const count = (which: WorkState) => sql<number>`(count(*) filter (where ${states[which]}))::int`
const sum = (column: typeof tasks.plannedMetres) => sql<number>`sum(${column})::float8`

/** Figures of a day, or of all days up to another one, by crew, by name. */
export const findWorkFigures = (tx: Tx, { tenantId }: Viewer, day: string, among: number[] | null, lastDay = day) =>
  tx
    .select({
      deptId: tasks.deptId,
      deptName: departments.name,
      due: count(WorkState.due),
      running: count(WorkState.running),
      done: count(WorkState.done),
      missed: count(WorkState.missed),
      plannedMetres: sum(tasks.plannedMetres),
      workedMetres: sql<number>`sum(${tasks.workedMetres})::float8`,
      stopCount: sql<number>`sum(${tasks.stopCount})::int`,
      visitedCount: sql<number>`sum(${tasks.visitedCount})::int`,
    })
    .from(tasks)
    .innerJoin(departments, ofCrew)
    .where(and(eq(tasks.tenantId, tenantId), ofDays(day, lastDay), amongDepartments(among, tasks.deptId)))
    .groupBy(tasks.deptId, departments.name)
    .orderBy(asc(departments.name), asc(tasks.deptId))
