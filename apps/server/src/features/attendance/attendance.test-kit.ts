import { dayMs, hourMs } from '@huanwei/contract/time'
import { dayStart, dayText, timeText } from '../../lib/time.ts'

type Query = (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>

/** Beginning of a past day, epoch ms. */
export const daysAgo = (days: number) => dayStart(Date.now()) - days * dayMs
export const yesterday = dayText(daysAgo(1))
/** Epoch ms of an hour of yesterday. */
export const yesterdayAt = (hour: number) => daysAgo(1) + hour * hourMs

/** Where the post is, and somewhere else. */
export const post = { lng: 104.06571, lat: 30.65712 }
export const elsewhere = { lng: 104.16571, lat: 30.65712 }

/** A duty of 一部 of tenant 1 that has been there for ten days: a shift from 8 to 17 in a circle around the post. */
export async function addDuty(query: Query, { weekdays = [1, 2, 3, 4, 5, 6, 7], calendar = false } = {}) {
  const since = timeText(daysAgo(10))
  const [dept] = await query(`select dept_id as id from sys_dept where tenant_id = 1 and name = '一部'`)
  await query(`insert into area (tenant_id, name, dept_id, shape) values (1, '一部作业区', $1, $2)`, [
    dept!.id,
    { kind: 'circle', centre: [post.lng, post.lat], radius: 200 },
  ])
  const [shift] = await query(
    `insert into shift (tenant_id, name, start, "end", weekdays) values (1, '常白班', '08:00', '17:00', $1) returning id`,
    [weekdays],
  )
  const [rule] = await query(
    `insert into monitoring_rule (tenant_id, name, object_type, condition, severity, hours, min_duration, cooldown, shift_ids, calendar, dept_ids, create_time)
     values (1, '脱离岗位', '0', $1, 'alarm', '[]', 0, 0, $2, $3, $4, $5) returning id`,
    [{ kind: 'absent', areaIds: [], ownAreas: true, after: 600 }, [shift!.id], calendar, [dept!.id], since],
  )
  return { deptId: Number(dept!.id), shiftId: Number(shift!.id), ruleId: Number(rule!.id) }
}

/** A person of 一部 with a badge for ten days. */
export async function addWearer(query: Query, username: string) {
  const since = timeText(daysAgo(10))
  const [person] = await query(
    `insert into sys_user (tenant_id, username, name, password, dept_id, create_time)
     select 1, $1, $1, '', dept_id, $2 from sys_dept where tenant_id = 1 and name = '一部' returning user_id as id`,
    [username, since],
  )
  const [device] = await query(
    `insert into device (tenant_id, terminal_no, object_type, object_id) values (1, 'badge-' || $1::int, '0', $1::int) returning id`,
    [person!.id],
  )
  await query(`insert into device_binding (tenant_id, device_id, object_type, object_id, started) values (1, $1, '0', $2, $3)`, [
    device!.id,
    person!.id,
    since,
  ])
  return { userId: Number(person!.id), deviceId: Number(device!.id) }
}

export const applyForLeave = async (query: Query, userId: number, day: string, { status = 2, type = 6, half = 'am' } = {}) => {
  const [row] = await query(
    `insert into apply_for_record (tenant_id, object_id, dept_id, submitted_by, type, first_day, first_half, last_day, last_half, fate, reason, status)
     select 1, user_id, dept_id, user_id, $2, $3, $4, $3, 'pm', 1, '探亲', $5 from sys_user where user_id = $1 returning id`,
    [userId, type, day, half, status],
  )
  return Number(row!.id)
}
