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

/** New alarms of a device that are judged at once, the oldest first: each may be a violation, with messages to many. */
const mostAtOnce = 100

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
 * whose end is not known is one of a second. However many overlap, a time in which nothing changes has a fix every `paceMs` only.
 */
export function alarmFixes(alarms: readonly StoredAlarm[]): Fix[] {
  const spans = alarms.map((one) => ({ ...one, end: endOf(one) })).sort(byStart)
  const ends = spans.toSorted((a, b) => a.end - b.end)
  const lasting = new Lasting()
  const fixes: Fix[] = []
  let first: Fix | undefined
  let [begun, over] = [0, 0]
  for (const time of [...new Set(spans.flatMap(({ time, end }) => [time, end]))].sort((a, b) => a - b)) {
    for (; spans[begun] && spans[begun]!.time <= time; begun++) lasting.add(spans[begun]!)
    for (; ends[over] && ends[over]!.end <= time; over++) lasting.remove(ends[over]!)
    const fix = lasting.fixAt(time)
    if (first && saysSame(first, fix)) continue
    if (first) fixes.push(...fixesUntil(first, time))
    fixes.push(fix)
    first = fix
  }
  return fixes
}

type Span = StoredAlarm & { end: number }

/** By start; of several at once always in one order. */
const byStart = (a: Span, b: Span) =>
  a.time - b.time || a.end - b.end || (a.lng ?? 0) - (b.lng ?? 0) || (a.lat ?? 0) - (b.lat ?? 0)

const saysSame = (a: Fix, b: Fix) =>
  a.alarm === b.alarm && a.lng === b.lng && a.lat === b.lat && String(a.safety ?? '') === String(b.safety ?? '')

/** End of an alarm as SQL; see `endOf`. */
export const alarmEnd = `least(time + interval '${longestMs} ms', greatest(time + interval '${shortestMs} ms', coalesce(end_time, time)))`

const endOf = ({ time, endTime }: StoredAlarm) => Math.min(time + longestMs, Math.max(time + shortestMs, endTime ?? 0))

/** Fixes that say the same as the `first` one until a time at which something else is said: at times that depend on nothing else, and in the last second. */
function fixesUntil(first: Fix, until: number): Fix[] {
  if (!first.alarm && !first.safety) return []
  const last = until - shortestMs
  const times: number[] = []
  for (let time = (Math.floor(first.time / paceMs) + 1) * paceMs; time < last; time += paceMs) times.push(time)
  if (last > first.time) times.push(last)
  return times.map((time) => ({ ...first, time }))
}

/** The alarms that last at a time, added in the order of their starts: each costs the same, however many there are. */
class Lasting {
  readonly #alarms = new Map<number, number>()
  readonly #safety = new Map<number, number>()
  /** Those with a place, of which the last one that has not ended counts. */
  readonly #placed: Span[] = []

  add(span: Span) {
    this.#count(span, 1)
    if (span.lng !== null && span.lat !== null) this.#placed.push(span)
  }

  remove(span: Span) {
    this.#count(span, -1)
  }

  #count({ alarm, safety }: Span, by: number) {
    change(this.#alarms, alarm, by)
    for (const one of safety) change(this.#safety, one, by)
  }

  fixAt(time: number): Fix {
    while (this.#placed.length && this.#placed.at(-1)!.end <= time) this.#placed.pop()
    const placed = this.#placed.at(-1)
    const [lng, lat] = [placed?.lng ?? 0, placed?.lat ?? 0]
    const safety = [...this.#safety.keys()].sort((a, b) => a - b)
    const alarm = [...this.#alarms.keys()].reduce((bits, one) => (bits | one) >>> 0, 0)
    return { time, lng, lat, speed: 0, located: isPlausible({ lng, lat }), alarm, ...(safety.length && { safety }) }
  }
}

/** Counts one more, or one less, of something. */
function change(counts: Map<number, number>, one: number, by: number) {
  const count = (counts.get(one) ?? 0) + by
  if (count) counts.set(one, count)
  else counts.delete(one)
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

/** The device of an organisation's video server with alarms that the rules have not looked at. */
export type Alarmed = { tenantId: number; deviceId: number }

/** All of them, those first that have waited longest. */
export async function findNewlyAlarmed(tx: Tx): Promise<Alarmed[]> {
  const { rows } = await tx.execute<Alarmed>(
    sql`select tenant_id as "tenantId", -vehicle_id as "deviceId" from server_alarm where not judged group by 1, 2 order by min(received), 2`,
  )
  return rows
}

/** Time after which an alarm without a rule is looked at, and so never again, s: a change that made a rule for it may still be on its way. */
const unwatchedSeconds = 5

/**
 * Marks the first new alarms of each of these devices as looked at, unless the transaction fails; returns them as fixes, by device. `isWatched`: rules look
 * at the device.
 */
export async function takeNewAlarms(
  client: pg.ClientBase,
  devices: readonly { deviceId: number; isWatched: boolean }[],
): Promise<Map<number, Fix[]>> {
  const { rows } = await client.query<Row>(
    `update server_alarm a set judged = true
     from unnest($1::int[], $2::boolean[]) as u (vehicle_id, is_watched)
     cross join lateral (
       select tenant_id, key from server_alarm
       where vehicle_id = u.vehicle_id and not judged and (u.is_watched or received < now() - interval '${unwatchedSeconds} s')
       order by time, key limit ${mostAtOnce}
     ) n
     where a.tenant_id = n.tenant_id and a.vehicle_id = u.vehicle_id and a.key = n.key and not a.judged
     returning -a.vehicle_id as "deviceId", ${columns}`,
    [devices.map(({ deviceId }) => -deviceId), devices.map(({ isWatched }) => isWatched)],
  )
  return new Map(Array.from(byDevice(rows), ([deviceId, alarms]) => [deviceId, alarmFixes(alarms)]))
}
