import { createHash } from 'node:crypto'
import { Shape } from '@huanwei/contract/areas/endpoints'
import { ObjectType } from '@huanwei/contract/objects'
import { StatusBit } from '@huanwei/terminal/messages/alarm'
import { isPlausible } from '@huanwei/terminal/messages/location'
import { and, eq, gt, inArray, isNull, or, sql } from 'drizzle-orm'
import type { Tx } from '../../../db/connect.ts'
import type { Span } from '../../../http/span.ts'
import { timeText } from '../../../lib/time.ts'
import { areas } from '../../areas/table.ts'
import { calendarDays } from '../../calendar/table.ts'
import { facilities } from '../../facilities/table.ts'
import type { BoundSpan } from '../../history/queries.ts'
import { shifts } from '../../shifts/table.ts'
import { positions, terminals } from '../../terminals/table.ts'
import { displayName } from '../../users/queries.ts'
import { users } from '../../users/table.ts'
import { vehicles } from '../../vehicles/table.ts'
import type { WorkFix } from '../measure.ts'
import {
  type Basis,
  workBases as bases,
  type CrewType,
  crewIds,
  crewTypes,
  workPlans as plans,
  workTasks as tasks,
  workTouches as touches,
} from '../table.ts'

/** Tenants with a plan that asks for tasks. */
export const findTenantsWithPlans = (tx: Tx) =>
  tx.selectDistinct({ tenantId: plans.tenantId }).from(plans).where(isNull(plans.removedTime)).orderBy(plans.tenantId)

export type PlanRow = typeof plans.$inferSelect

/** The plans of a tenant, or one of them, locked, and all that their tasks follow from. */
export async function findPlanRecords(tx: Tx, tenantId: number, only?: number) {
  const own = await tx
    .select()
    .from(plans)
    .where(and(eq(plans.tenantId, tenantId), isNull(plans.removedTime), only === undefined ? undefined : eq(plans.id, only)))
    .orderBy(plans.id)
    .for('share')
  const ids = (of: (plan: PlanRow) => number[]) => [...new Set(own.flatMap(of))]
  const [areaIds, facilityIds] = [ids((p) => p.areaIds), ids((p) => p.facilityIds)]
  const [vehicleIds, userIds] = [ids((p) => p.vehicleIds), ids((p) => p.userIds)]
  return {
    plans: own,
    areas: areaIds.length
      ? await tx
          .select({ id: areas.id, name: areas.name, shape: areas.shape })
          .from(areas)
          .where(and(eq(areas.tenantId, tenantId), inArray(areas.id, areaIds)))
      : [],
    facilities: facilityIds.length
      ? await tx
          .select({ id: facilities.id, name: facilities.name, lng: facilities.lng, lat: facilities.lat })
          .from(facilities)
          .where(and(eq(facilities.tenantId, tenantId), isNull(facilities.removedTime), inArray(facilities.id, facilityIds)))
      : [],
    vehicles: vehicleIds.length
      ? await tx
          .select({ id: vehicles.id, name: vehicles.plateNumber })
          .from(vehicles)
          .where(and(eq(vehicles.tenantId, tenantId), isNull(vehicles.removedTime), inArray(vehicles.id, vehicleIds)))
      : [],
    people: userIds.length
      ? await tx
          .select({ id: users.id, name: displayName(users) })
          .from(users)
          .where(and(eq(users.tenantId, tenantId), inArray(users.id, userIds)))
      : [],
    shifts: await tx.select().from(shifts).where(eq(shifts.tenantId, tenantId)),
    calendar: await tx
      .select({ day: calendarDays.day, kind: calendarDays.kind })
      .from(calendarDays)
      .where(eq(calendarDays.tenantId, tenantId)),
  }
}
export type PlanRecords = Awaited<ReturnType<typeof findPlanRecords>>

/** What plans are now: their records by id. */
export function basisOf(plan: PlanRow, records: PlanRecords) {
  const { name, jobType, goal, implementInput } = plan
  const pick = <Row extends { id: number }>(ids: readonly number[], rows: readonly Row[]) =>
    ids.flatMap((id) => rows.find((row) => row.id === id) ?? [])
  return {
    name,
    jobType,
    goal,
    implementInput,
    roads: pick(plan.areaIds, records.areas).flatMap(({ id, name, shape }) => {
      const { success, data } = Shape.safeParse(shape)
      return success && data.kind === 'route' ? [{ areaId: id, name, width: data.width, line: data.line }] : []
    }),
    stops: pick(plan.facilityIds, records.facilities).map(({ id, ...place }) => ({ facilityId: id, ...place })),
    vehicles: pick(plan.vehicleIds, records.vehicles),
    people: pick(plan.userIds, records.people),
  } satisfies Basis
}

/** The id of a state of a plan, stored once. */
export async function keepBasis(tx: Tx, tenantId: number, planId: number, basis: Basis) {
  const digest = createHash('md5').update(JSON.stringify(basis)).digest('hex')
  await tx.insert(bases).values({ tenantId, planId, basis, digest }).onConflictDoNothing()
  const [kept] = await tx
    .select({ id: bases.id })
    .from(bases)
    .where(and(eq(bases.tenantId, tenantId), eq(bases.planId, planId), eq(bases.digest, digest)))
  return kept!.id
}

/** Tasks of plans from a day on, in short. */
export const findTasksSince = (tx: Tx, tenantId: number, planIds: readonly number[], day: string) =>
  tx
    .select({
      id: tasks.id,
      planId: tasks.planId,
      day: tasks.day,
      shiftId: tasks.shiftId,
      turn: tasks.turn,
      turns: tasks.turns,
      startTime: tasks.startTime,
      endTime: tasks.endTime,
      basisId: tasks.basisId,
      deptId: tasks.deptId,
      shiftName: tasks.shiftName,
    })
    .from(tasks)
    .where(and(eq(tasks.tenantId, tenantId), inArray(tasks.planId, [...planIds]), sql`${tasks.day} >= ${day}`))

export type NewTask = typeof tasks.$inferInsert

/** Adds tasks, each once however many add them. */
export const insertTasks = async (tx: Tx, rows: readonly NewTask[]) => {
  if (rows.length)
    await tx
      .insert(tasks)
      .values([...rows])
      .onConflictDoNothing()
}

/** Removes tasks that have not begun. */
export const deleteAhead = async (tx: Tx, tenantId: number, ids: readonly number[]) => {
  if (ids.length)
    await tx.delete(tasks).where(and(eq(tasks.tenantId, tenantId), inArray(tasks.id, [...ids]), gt(tasks.startTime, sql`now()`)))
}

/** A terminal of the task's vehicles or people was heard since it was counted. */
const isHeard = or(
  ...crewTypes.map(
    (
      type,
    ) => sql`exists (select from ${terminals} d where d.tenant_id = ${tasks.tenantId} and d.object_type = ${sql.raw(`'${type}'`)}
      and d.object_id = any(${tasks[crewIds[type]]}) and d.last_seen > ${tasks.countTime} - interval '1 minute')`,
  ),
)

/** Open tasks that have begun and of which there may be news, or that ended before `settled` (epoch ms), some at a time after one. */
export const findOpenTasks = (tx: Tx, now: number, settled: number, after: number, atMost: number) =>
  tx
    .select({ tenantId: tasks.tenantId, id: tasks.id })
    .from(tasks)
    .where(
      and(
        tasks.open,
        sql`${tasks.startTime} <= ${timeText(now)}`,
        gt(tasks.id, after),
        sql`(${tasks.countTime} is null or ${tasks.endTime} <= ${timeText(settled)} or ${isHeard})`,
      ),
    )
    .orderBy(tasks.id)
    .limit(atMost)

/** A task with its basis, locked until the transaction ends; unless `mayWait`, undefined while another process counts it. */
export async function lockTask(tx: Tx, tenantId: number, id: number, mayWait: boolean) {
  const [task] = await tx
    .select()
    .from(tasks)
    .where(and(eq(tasks.tenantId, tenantId), eq(tasks.id, id)))
    .for('update', mayWait ? {} : { skipLocked: true })
  if (!task) return undefined
  const [{ basis } = {}] = await tx
    .select({ basis: bases.basis })
    .from(bases)
    .where(and(eq(bases.tenantId, tenantId), eq(bases.id, task.basisId)))
  return basis && { ...task, basis }
}

/** The tasks of a vehicle or a person in a span, by what they were planned as. */
export async function findTasksOf(tx: Tx, tenantId: number, { objectType, objectId, from, to }: Span & CrewMember) {
  const found = await tx
    .select({ basisId: tasks.basisId, startTime: tasks.startTime, endTime: tasks.endTime })
    .from(tasks)
    .where(
      and(
        eq(tasks.tenantId, tenantId),
        sql`${tasks.day} >= ${moment(from)}::date - 1 and ${tasks.day} <= ${moment(to)}::date`,
        sql`${objectId} = any(${tasks[crewIds[objectType]]})`,
        sql`${tasks.startTime} < ${moment(to)} and ${tasks.endTime} > ${moment(from)}`,
      ),
    )
  const byBasis = Map.groupBy(found, ({ basisId }) => basisId)
  if (!byBasis.size) return []
  const planned = await tx
    .select({ id: bases.id, basis: bases.basis })
    .from(bases)
    .where(and(eq(bases.tenantId, tenantId), inArray(bases.id, [...byBasis.keys()])))
  return planned.map(({ id, basis }) => ({ basis, tasks: byBasis.get(id)! }))
}
/** Someone who works for plans. */
export type CrewMember = { objectType: CrewType; objectId: number }

type Counted = Pick<
  typeof tasks.$inferInsert,
  'workedMetres' | 'visitedCount' | 'firstTime' | 'doneTime' | 'pieceMarks' | 'stopMarks' | 'leaveMarks' | 'progress' | 'open'
>

export const storeCount = (tx: Tx, tenantId: number, id: number, counted: Counted) =>
  tx
    .update(tasks)
    .set({ ...counted, countTime: sql`now()` })
    .where(and(eq(tasks.tenantId, tenantId), eq(tasks.id, id)))

const moment = (ms: number) => sql`to_timestamp(${ms / 1000}::float8)`

/** Number of a terminal's positions from `from` until `until`, both included. */
export async function countPositions(tx: Tx, tenantId: number, deviceId: number, from: number, until: number) {
  const { rows } = await tx.execute<{ seen: number }>(sql`select count(*)::int as seen from ${positions}
    where tenant_id = ${tenantId} and device_id = ${deviceId} and time >= ${moment(from)} and time <= ${moment(until)}`)
  return rows[0]!.seen
}

const located = 1 << StatusBit.located
/** The implement is at work: the input at which it is wired, or the ignition; a person has neither. */
function isAtWork(type: CrewType, input: number | null) {
  if (type === ObjectType.person) return sql`true`
  return input === null ? sql`status & 1 <> 0` : sql`coalesce((additions->>'ioStatus')::int & ${1 << input}::int, 0) <> 0`
}

/**
 * Located fixes of a terminal in order of time, one of each moment whatever order they came in, with the number of positions from `from` on and the
 * time of the last one. Read as one text: one row per fix takes twice as long.
 */
export async function readWorkFixes(
  tx: Tx,
  tenantId: number,
  { deviceId, from, to }: BoundSpan,
  type: CrewType,
  input: number | null,
) {
  const isOn = isAtWork(type, input)
  const { rows } = await tx.execute<{ fixes: string | null; seen: number; until: number | null }>(sql`
    select string_agg(concat_ws(',', extract(epoch from time)::float8 * 1000, lng, lat, speed, case when ${isOn} then 1 else 0 end), ';'
        order by time, speed, lng, lat, ${isOn}) filter (where status & ${located} <> 0) as fixes,
      count(*)::int as seen, extract(epoch from max(time))::float8 * 1000 as until
    from ${positions}
    where tenant_id = ${tenantId} and device_id = ${deviceId} and time >= ${moment(from)} and time < ${moment(to)}`)
  const { fixes, seen, until } = rows[0]!
  const all = fixes ? fixes.split(';').map(fixOf).filter(isPlausible) : []
  return { fixes: all.filter(({ time }, i) => all[i + 1]?.time !== time), seen, until }
}

function fixOf(text: string): WorkFix {
  const [time = 0, lng = 0, lat = 0, speed = 0, on = 0] = text.split(',').map(Number)
  return { time, lng: lng / 1e6, lat: lat / 1e6, speed: speed / 10, isOn: on === 1 }
}

/** Takes touched vehicles and people out of the queue, some at a time, and returns the tasks that are about them then. */
export async function takeTouchedTasks(tx: Tx, atMost: number) {
  const { id, tenantId } = touches
  const first = tx.select({ tenantId, id }).from(touches).orderBy(id).limit(atMost).for('update', { skipLocked: true })
  const taken = await tx.delete(touches).where(sql`(${tenantId}, ${id}) in ${first}`).returning()
  const found = new Map<string, { tenantId: number; id: number }>()
  for (const { tenantId, objectType, objectId, fromTime, toTime } of taken) {
    const rows = await tx
      .select({ tenantId: tasks.tenantId, id: tasks.id })
      .from(tasks)
      .where(
        and(
          eq(tasks.tenantId, tenantId),
          sql`${tasks.day} >= ${fromTime}::date - 1`,
          sql`${tasks.day} <= ${toTime}::date`,
          sql`${objectId} = any(${tasks[crewIds[objectType]]})`,
          sql`${tasks.startTime} <= ${toTime} and ${tasks.endTime} > ${fromTime}`,
        ),
      )
    for (const row of rows) found.set(`${row.tenantId} ${row.id}`, row)
  }
  return { taken: taken.length, tasks: [...found.values()].sort((a, b) => a.id - b.id) }
}
