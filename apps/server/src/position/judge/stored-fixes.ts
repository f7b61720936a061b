import type { ActiveSafetyAlarm } from '@huanwei/terminal/messages/active-safety'
import { hasBit, StatusBit } from '@huanwei/terminal/messages/alarm'
import { isPlausible } from '@huanwei/terminal/messages/location'
import type pg from 'pg'
import { aheadMs } from '../device-clock.ts'
import { measurementFixes, measurementsSql, type StoredMeasurement } from '../store/measured-fixes.ts'
import type { Fix } from './fix.ts'
import { fixAdditions } from './location-fix.ts'
import { readAlarmFixes } from './server-alarms.ts'
import type { FixSource } from './subject.ts'

/** A request for the stored fixes of a device from a device time on, epoch ms. */
type FixRequest = { tenantId: number; deviceId: number; from: number }

/**
 * Stored fixes in the order of device time, by device, without those whose clock was ahead: of the platform's clock when they came, or of `now`, epoch ms,
 * where that was set back since.
 */
export async function readStoredFixes(
  client: pg.ClientBase,
  requests: readonly (FixRequest & { source: FixSource })[],
  now: number,
): Promise<Map<number, Fix[]>> {
  const { position = [], reading = [], alarm = [] } = Object.groupBy(requests, ({ source }) => source)
  return new Map([
    ...(await readPositions(client, position, now)),
    ...(await readMeasured(client, reading, now)),
    ...(await readAlarmFixes(client, alarm, now)),
  ])
}

const columnsOf = (requests: readonly FixRequest[]) => [
  requests.map(({ tenantId }) => tenantId),
  requests.map(({ deviceId }) => deviceId),
  requests.map(({ from }) => from / 1000),
]
const until = (now: number) => (now + aheadMs) / 1000

async function readPositions(client: pg.ClientBase, requests: readonly FixRequest[], now: number): Promise<Map<number, Fix[]>> {
  const found = new Map<number, Fix[]>(requests.map(({ deviceId }) => [deviceId, []]))
  if (!requests.length) return found
  const { rows } = await client.query<{
    device_id: number
    time: number
    lng: number
    lat: number
    speed: number
    status: number
    alarm: number
    battery: number | null
    activeSafety: ActiveSafetyAlarm[] | null
  }>(
    `select u.device_id, extract(epoch from p.time)::float8 * 1000 as time, p.lng, p.lat, p.speed, p.status, p.alarm,
       p.additions->'battery' as battery, p.additions->'activeSafety' as "activeSafety"
     from unnest($1::int[], $2::int[], $3::float8[]) as u (tenant_id, device_id, since)
     cross join lateral (
       select time, lng, lat, speed, status, alarm, additions from position
       where tenant_id = u.tenant_id and device_id = u.device_id and time >= to_timestamp(u.since) and time <= to_timestamp($4)
         and time <= received + interval '${aheadMs} ms'
     ) p order by p.time`,
    [...columnsOf(requests), until(now)],
  )
  for (const row of rows) {
    const [lng, lat] = [row.lng / 1e6, row.lat / 1e6]
    const located = hasBit(row.status, StatusBit.located) && isPlausible({ lat, lng })
    const acc = hasBit(row.status, StatusBit.accOn)
    found
      .get(row.device_id)
      ?.push({ time: row.time, lng, lat, speed: row.speed / 10, located, alarm: row.alarm, acc, ...fixAdditions(row) })
  }
  return found
}

/** SQL condition for the measurements of `readMeasured`. */
const asked = `n.tenant_id = u.tenant_id and n.device_id = u.device_id and n.time >= to_timestamp(u.since) and n.time <= to_timestamp($4)`

async function readMeasured(client: pg.ClientBase, requests: readonly FixRequest[], now: number) {
  if (!requests.length) return new Map<number, Fix[]>()
  const { rows } = await client.query<{ id: number; stored: StoredMeasurement[] | null }>(
    `select u.device_id as id, (${measurementsSql('reading', asked)}) as stored
     from unnest($1::int[], $2::int[], $3::float8[]) as u (tenant_id, device_id, since)`,
    [...columnsOf(requests), until(now)],
  )
  return new Map(rows.map(({ id, stored }) => [id, measurementFixes(stored ?? []).sort((a, b) => a.time - b.time)]))
}
