import { metresPerDegree } from '@huanwei/contract/geometry'
import { ObjectType } from '@huanwei/contract/objects'
import { dayMs, hourMs } from '@huanwei/contract/time'
import { dayStart, dayText, timeText } from '../../lib/time.ts'
import type { CrewType } from './table.ts'

type Query = (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>

const [lng0, lat0] = [104.0657, 30.6571]
/** A place so many metres east and north of the middle of Chengdu. */
export const placeAt = (east: number, north = 0): [number, number] => [
  lng0 + east / (metresPerDegree * Math.cos((lat0 * Math.PI) / 180)),
  lat0 + north / metresPerDegree,
]

/** Beginning of yesterday, epoch ms, and its name. */
export const midnight = dayStart(Date.now()) - dayMs
export const yesterday = dayText(midnight)
/** The shift of yesterday in which the tests work: from 5 to 13. */
export const shiftStart = midnight + 5 * hourMs

/** Crew 一部 with a vehicle, a street of 1 000 m to the east, a toilet at its end, and a shift from 5 to 13. */
export async function addCrew(query: Query, plate: string) {
  const [dept] = await query(`select dept_id as id from sys_dept where tenant_id = 1 and name = '一部'`)
  const [vehicle] = await query(
    `insert into vehicle (tenant_id, dept_id, plate_number, plate_colour, initials, vehicle_type, vehicle_function)
     values (1, $1, $2, 2, 'x', '1', '1') returning id`,
    [dept!.id, plate],
  )
  const deviceId = await addTerminal(query, ObjectType.vehicle, vehicle!.id)
  const [area] = await query(`insert into area (tenant_id, name, dept_id, shape) values (1, $3, $1, $2) returning id`, [
    dept!.id,
    { kind: 'route', width: 20, line: [placeAt(0), placeAt(1000)] },
    `人民路 ${plate}`,
  ])
  const [lng, lat] = placeAt(1000)
  const [facility] = await query(
    `insert into facility (tenant_id, dept_id, name, code, initials, facility_type, lng, lat) values (1, $1, '公厕', $2, 'gc', '1', $3, $4) returning id`,
    [dept!.id, plate, lng, lat],
  )
  const [shift] = await query(
    `insert into shift (tenant_id, name, start, "end", weekdays) values (1, $1, '05:00', '13:00', '{1,2,3,4,5,6,7}') returning id`,
    [`早班 ${plate}`],
  )
  return {
    deptId: Number(dept!.id),
    vehicleId: Number(vehicle!.id),
    deviceId,
    areaId: Number(area!.id),
    facilityId: Number(facility!.id),
    shiftId: Number(shift!.id),
  }
}
/** A sweeper of a crew, with a badge. */
export async function addSweeper(query: Query, { deptId, vehicleId }: Pick<Crew, 'deptId' | 'vehicleId'>) {
  const [user] = await query(
    `insert into sys_user (tenant_id, dept_id, username, name, password) values (1, $1, $2, '王保洁', 'x') returning user_id as id`,
    [deptId, `sweeper${vehicleId}`],
  )
  return { userId: Number(user!.id), badgeId: await addTerminal(query, ObjectType.person, user!.id) }
}

/** A terminal that has been on an object for days; returns its id. */
async function addTerminal(query: Query, objectType: CrewType, objectId: unknown) {
  const [terminal] = await query(
    `insert into device (tenant_id, terminal_no, object_type, object_id) values (1, $1, $2, $3) returning id`,
    [`9${objectType}${String(objectId).padStart(9, '0')}`, objectType, objectId],
  )
  await query(`insert into device_binding (tenant_id, device_id, object_type, object_id, started) values (1, $1, $2, $3, $4)`, [
    terminal!.id,
    objectType,
    objectId,
    timeText(midnight - 10 * dayMs),
  ])
  return Number(terminal!.id)
}

export type Crew = Awaited<ReturnType<typeof addCrew>>

/** A sweeping plan of a crew that has been there for days: its street and its toilet, for its vehicle or for people. */
export async function addPlan(query: Query, crew: Crew, { times = 1, userIds = [] as number[] } = {}) {
  const { deptId, areaId, facilityId, vehicleId, shiftId } = crew
  const [plan] = await query(
    `insert into work_plan (tenant_id, dept_id, name, job_type, area_ids, facility_ids, vehicle_ids, user_ids, shift_ids, times, calendar, goal, enabled, update_time)
     values (1, $1, '早扫', 'clean', array[$2::int], array[$3::int], $4, $5, array[$6::int], $7, true, 90, true, $8) returning id`,
    [deptId, areaId, facilityId, userIds.length ? [] : [vehicleId], userIds, shiftId, times, timeText(midnight - 5 * dayMs)],
  )
  return Number(plan!.id)
}
