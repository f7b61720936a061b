import { ObjectType } from '@huanwei/contract/objects'
import { hourMs, minuteMs } from '@huanwei/contract/time'
import type pg from 'pg'
import { dayNumber } from '../../lib/time.ts'
import type { Report } from '../report.ts'

/** A position that comes so long after its device time may belong to a shift whose attendance was worked out, ms. */
export const lateMs = 10 * minuteMs
/** Hours of a day, ms, in which a shift of the day before may still last. */
const nightMs = 12 * hourMs

/** Times of the late positions of a terminal, epoch ms, and the days whose shifts they may belong to, as of `dayNumber`. */
type Late = { first: number; last: number; days: Set<number> }

function latePositions(reports: readonly Report[]) {
  const late = new Map<number, Late>()
  for (const { deviceId, receivedAt, locations } of reports)
    for (const { time } of locations) {
      if (time >= receivedAt - lateMs) continue
      const known = late.get(deviceId)
      if (known) {
        if (time < known.first) known.first = time
        if (time > known.last) known.last = time
        known.days.add(dayNumber(time - nightMs)).add(dayNumber(time))
      } else late.set(deviceId, { first: time, last: time, days: new Set([dayNumber(time - nightMs), dayNumber(time)]) })
    }
  return late
}

/**
 * Lets what was worked out without late positions be worked out again: the attendance of the people whom they are about, for the days of these
 * positions, and the tasks of job plans of vehicles and people, at their times.
 */
export async function touchLate(client: pg.ClientBase, reports: readonly Report[]) {
  const late = latePositions(reports)
  if (!late.size) return
  const ofEach = (text: (one: Late) => number | string) => `{${Array.from(late.values(), text).join()}}`
  await client.query({
    name: 'touch-late',
    text: `
      with late as (
        select b.tenant_id, b.object_type, b.object_id, b.started, b.ended, s.days,
          to_timestamp(s.first / 1000) as first, to_timestamp(s.last / 1000) as last
        from unnest($1::int[], $2::float8[], $3::float8[], $4::text[]) as s (device_id, first, last, days)
        join device_binding b on b.device_id = s.device_id and b.object_type in ('${ObjectType.vehicle}', '${ObjectType.person}')
      ), attendance as (
        insert into attendance_touch (tenant_id, user_id, day)
        select distinct b.tenant_id, b.object_id, d.day
        from late b
        cross join lateral (select date '1970-01-01' + number as day from unnest(string_to_array(b.days, ' ')::int[]) as n (number)) d
        where b.object_type = '${ObjectType.person}'
          and b.started < (d.day + 2)::timestamptz and (b.ended is null or b.ended > d.day::timestamptz)
      )
      insert into work_touch (tenant_id, object_type, object_id, from_time, to_time)
      select b.tenant_id, b.object_type, b.object_id, b.first, b.last
      from late b
      where b.started <= b.last and (b.ended is null or b.ended > b.first)
        and exists (select from work_task t where t.tenant_id = b.tenant_id and b.object_id = any(case b.object_type when '${ObjectType.person}' then t.user_ids else t.vehicle_ids end)
          and t.day between b.first::date - 1 and b.last::date and t.start_time <= b.last and t.end_time > b.first)`,
    values: [
      `{${[...late.keys()].join()}}`,
      ofEach(({ first }) => first),
      ofEach(({ last }) => last),
      ofEach(({ days }) => [...days].join(' ')),
    ],
  })
}
