import type { ConditionKind } from '@huanwei/contract/rules/codes'
import { minuteMs } from '@huanwei/contract/time'
import { isPlausible } from '@huanwei/terminal/messages/location'
import { sql } from 'drizzle-orm'
import type pg from 'pg'
import type { Tx } from '../../db/connect.ts'
import { aheadMs } from '../device-clock.ts'
import type { Fix } from './fix.ts'

/** Conditions that an alarm of an organisation's video server may fulfil: those on alarms of a terminal. */
export const alarmConditions: readonly ConditionKind[] = ['terminalAlarm', 'activeSafety']

/** Longest time that an alarm counts, ms, and how long one counts whose end is not known. */
export const longestMs = 120 * minuteMs
const shortestMs = 1000
/** Pace of the fixes of an alarm that lasts, ms: less than the gap that would break it off. */
const paceMs = 5 * minuteMs

/** An alarm of a video server, as stored. Times in epoch ms; `lng` and `lat` are null where the server told none. */
export type StoredAlarm = {
  time: number
  endTime: number | null
  alarm: number
  safety: number[]
  lng: number | null
  lat: number | null
}

/**
 * Alarms as fixes of a terminal that reports them while they last, and that they are over: the same alarms give the same fixes, in any order. An alarm
 * whose end is not known is one of a second.
 */
export function alarmFixes(alarms: readonly StoredAlarm[]): Fix[] {
  const spans = alarms.map((one) => ({ ...one, end: endOf(one) })).sort((a, b) => a.time - b.time)
  const times = [...new Set(spans.flatMap(({ time, end }) => timesOf(time, end)))].sort((a, b) => a - b)
  let next = 0
  let inForce: typeof spans = []
  return times.map((time) => {
    inForce = inForce.filter(({ end }) => end > time)
    for (; spans[next] && spans[next]!.time <= time; next++) inForce.push(spans[next]!)
    return fixAt(time, inForce)
  })
}

/** End of an alarm as SQL; see `endOf`. */
export const alarmEnd = `least(time + interval '${longestMs} ms', greatest(time + interval '${shortestMs} ms', coalesce(end_time, time)))`

const endOf = ({ time, endTime }: StoredAlarm) => Math.min(time + longestMs, Math.max(time + shortestMs, endTime ?? 0))

/** Times of the fixes of an alarm: its start, its last second, its end, and those between. */
function timesOf(time: number, end: number): number[] {
  const between = Array.from({ length: Math.ceil((end - time) / paceMs) }, (_, i) => time + i * paceMs)
  return [...between, Math.max(time, end - shortestMs), end]
}

function fixAt(time: number, inForce: readonly StoredAlarm[]): Fix {
  const placed = inForce.findLast(({ lng, lat }) => lng !== null && lat !== null)
  const [lng, lat] = [placed?.lng ?? 0, placed?.lat ?? 0]
  const safety = [...new Set(inForce.flatMap((one) => one.safety))].sort((a, b) => a - b)
  const alarm = inForce.reduce((bits, one) => (bits | one.alarm) >>> 0, 0)
  return { time, lng, lat, speed: 0, located: isPlausible({ lng, lat }), alarm, ...(safety.length && { safety }) }
}

const columns = `
  round(extract(epoch from a.time) * 1000)::float8 as time, round(extract(epoch from a.end_time) * 1000)::float8 as "endTime",
  a.alarm::float8 as alarm, a.safety, a.lng, a.lat`

type Row = StoredAlarm & { deviceId: number }

const byDevice = (rows: readonly Row[]) => Map.groupBy(rows, ({ deviceId }) => deviceId)

/** Stored alarms of devices as fixes from a time on, epoch ms, without those whose clock was ahead of the platform's or is of `now`. */
export async function readAlarmFixes(
  client: pg.ClientBase,
  requests: readonly { tenantId: number; deviceId: number; from: number }[],
  now: number,
): Promise<Map<number, Fix[]>> {
  if (!requests.length) return new Map()
  const { rows } = await client.query<Row>(
    `select u.device_id as "deviceId", ${columns}
     from unnest($1::int[], $2::int[], $3::float8[]) as u (tenant_id, device_id, since)
     join server_alarm a on a.tenant_id = u.tenant_id and a.vehicle_id = -u.device_id
       and a.time >= to_timestamp(u.since) - interval '${longestMs} ms' and a.time <= to_timestamp($4)
       and a.time <= a.received + interval '${aheadMs} ms'`,
    [
      requests.map(({ tenantId }) => tenantId),
      requests.map(({ deviceId }) => deviceId),
      requests.map(({ from }) => from / 1000),
      (now + aheadMs) / 1000,
    ],
  )
  const found = byDevice(rows)
  return new Map(
    requests.map(({ deviceId, from }) => [deviceId, alarmFixes(found.get(deviceId) ?? []).filter(({ time }) => time >= from)]),
  )
}

/** Devices with alarms that the rules have not looked at. */
export async function findNewlyAlarmed(tx: Tx): Promise<number[]> {
  const { rows } = await tx.execute<{ deviceId: number }>(
    sql`select distinct -vehicle_id as "deviceId" from server_alarm where not judged`,
  )
  return rows.map(({ deviceId }) => deviceId)
}

/** Marks the new alarms of these devices as looked at, unless the transaction fails; returns them as fixes, by device. */
export async function takeNewAlarms(client: pg.ClientBase, deviceIds: readonly number[]): Promise<Map<number, Fix[]>> {
  const { rows } = await client.query<Row>(
    `update server_alarm a set judged = true
     where vehicle_id = any($1::int[]) and not judged
     returning -a.vehicle_id as "deviceId", ${columns}`,
    [deviceIds.map((deviceId) => -deviceId)],
  )
  return new Map(Array.from(byDevice(rows), ([deviceId, alarms]) => [deviceId, alarmFixes(alarms)]))
}
