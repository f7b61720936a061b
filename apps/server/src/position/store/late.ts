import { ObjectType } from '@huanwei/contract/objects'
import { hourMs, minuteMs } from '@huanwei/contract/time'
import type pg from 'pg'
import { dayNumber } from '../../lib/time.ts'
import type { Report } from '../report.ts'

/** A position that comes so long after its device time may belong to a shift whose attendance was worked out, ms. */
export const lateMs = 10 * minuteMs
/** Hours of a day, ms, in which a shift of the day before may still last. */
const nightMs = 12 * hourMs

/** Lets the attendance of the people whom late positions are about be worked out again, for the days of these positions. */
export async function touchAttendance(client: pg.ClientBase, reports: readonly Report[]) {
  const days = new Map<number, Set<number>>()
  for (const { deviceId, receivedAt, locations } of reports)
    for (const { time } of locations) {
      if (time >= receivedAt - lateMs) continue
      const ofDevice = days.get(deviceId) ?? new Set()
      days.set(deviceId, ofDevice.add(dayNumber(time - nightMs)).add(dayNumber(time)))
    }
  if (!days.size) return
  const pairs = [...days].flatMap(([deviceId, numbers]) => Array.from(numbers, (number) => [deviceId, number] as const))
  await client.query(
    `insert into attendance_touch (tenant_id, user_id, day)
     select distinct b.tenant_id, b.object_id, u.day
     from (select device_id, date '1970-01-01' + number as day from unnest($1::int[], $2::int[]) as n (device_id, number)) u
     join device_binding b on b.device_id = u.device_id and b.object_type = '${ObjectType.person}'
       and b.started < (u.day + 2)::timestamptz and (b.ended is null or b.ended > u.day::timestamptz)`,
    [pairs.map(([id]) => id), pairs.map(([, number]) => number)],
  )
}

/** Lets the tasks of job plans be counted again of vehicles and people that late positions are about, at the times of these positions. */
export async function touchWork(client: pg.ClientBase, reports: readonly Report[]) {
  const spans = new Map<number, [from: number, to: number]>()
  for (const { deviceId, receivedAt, locations } of reports)
    for (const { time } of locations) {
      if (time >= receivedAt - lateMs) continue
      const [from, to] = spans.get(deviceId) ?? [time, time]
      spans.set(deviceId, [Math.min(from, time), Math.max(to, time)])
    }
  if (!spans.size) return
  await client.query(
    `insert into work_touch (tenant_id, object_type, object_id, from_time, to_time)
     select b.tenant_id, b.object_type, b.object_id, s.first, s.last
     from unnest($1::int[], $2::timestamptz[], $3::timestamptz[]) as s (device_id, first, last)
     join device_binding b on b.device_id = s.device_id and b.object_type in ('${ObjectType.vehicle}', '${ObjectType.person}')
       and b.started <= s.last and (b.ended is null or b.ended > s.first)
     where exists (select from work_task t where t.tenant_id = b.tenant_id and b.object_id = any(case b.object_type when '${ObjectType.person}' then t.user_ids else t.vehicle_ids end)
       and t.day between s.first::date - 1 and s.last::date and t.start_time <= s.last and t.end_time > s.first)`,
    [[...spans.keys()], ...[0, 1].map((at) => [...spans.values()].map((span) => new Date(span[at]!).toISOString()))],
  )
}
