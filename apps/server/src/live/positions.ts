import { Metric } from '@huanwei/contract/readings/codes'
import { type ActiveSafetyAlarm, ActiveSafetyId } from '@huanwei/terminal/active-safety'
import { hasBit, StatusBit } from '@huanwei/terminal/alarm'
import { isPlausible, type Location } from '@huanwei/terminal/location'
import type pg from 'pg'
import { daysLock } from '../features/history/table.ts'
import { dayStart, dayText } from '../lib/time.ts'
import { CopyRows, copyIn } from './copy.ts'
import type { Fix } from './fix.ts'
import type { Located, Report, Update } from './report.ts'

/** Of an active-safety alarm's flag. */
const ended = 2
const tyreBits = Array.from({ length: 16 }, (_, bit) => bit)

/** A device clock further ahead than this, ms, is wrong: its report is kept, but says nothing about now. */
export const aheadMs = 10 * 60_000

const smallest = -(2 ** 31)
const largest = 2 ** 31 - 1
/** Micro-degrees; what cannot be on Earth, and not in the column either, stays recognisable as such. */
const micro = (degrees: number) => Math.max(smallest, Math.min(largest, Math.round(degrees * 1e6)))

const isFix = ({ status, lat, lng }: Location) => hasBit(status, StatusBit.located) && isPlausible({ lat, lng })
const isAhead = (location: Location, receivedAt: number) => location.time > receivedAt + aheadMs

const columns =
  'tenant_id,device_id,time,message_id,serial,received,lng,lat,speed,direction,altitude,status,alarm,mileage,satellites,signal,additions'
const width = columns.split(',').length

/** Calls `take` with each location and its serial: a second one of a message with the same time gets one beyond those of the protocol. */
function eachLocation(reports: readonly Report[], take: (report: Report, location: Location, serial: number) => void) {
  for (const report of reports) {
    const { serial, locations } = report
    const seen = locations.length > 1 ? new Map<number, number>() : undefined
    for (const location of locations) {
      const before = seen?.get(location.time) ?? 0
      seen?.set(location.time, before + 1)
      take(report, location, serial + before * 65_536)
    }
  }
}

/** What has no column of its own, as JSON text without NUL, which jsonb refuses; null when there is nothing. */
function additionsText({ additions }: Location): string | null {
  const { mileageKm, satellites: _, signalStrength: __, activeSafety, raw, ...others } = additions
  const kept = {
    ...others,
    ...(mileageOf(additions) === null && mileageKm !== undefined && { mileageKm }),
    ...(activeSafety.length && { activeSafety }),
    ...(raw.length && { raw }),
  }
  for (const _key in kept) return JSON.stringify(kept).replaceAll('\\u0000', '')
  return null
}

/** 0.1 km; null when absent or beyond the column. */
function mileageOf({ mileageKm }: Location['additions']): number | null {
  const tenths = mileageKm === undefined ? null : Math.round(mileageKm * 10)
  return tenths !== null && tenths <= largest ? tenths : null
}

/** Writes a row for each location; how many. `tenants`: by device, 0 for the others. */
function writeRows(rows: CopyRows, reports: readonly Report[], tenants: ReadonlyMap<number, number>): number {
  let count = 0
  rows.clear()
  eachLocation(reports, ({ deviceId, messageId, receivedAt }, location, serial) => {
    count++
    rows.row(width)
    rows.int4(tenants.get(deviceId) ?? 0)
    rows.int4(deviceId)
    rows.time(location.time)
    rows.int2(messageId)
    rows.int4(serial)
    rows.time(receivedAt)
    rows.int4(micro(location.lng))
    rows.int4(micro(location.lat))
    rows.int4(Math.round(location.speed * 10))
    rows.int4(location.direction)
    rows.int4(location.altitude)
    rows.int8(location.status)
    rows.int8(location.alarm)
    const { satellites, signalStrength } = location.additions
    const mileage = mileageOf(location.additions)
    const additions = additionsText(location)
    if (mileage === null) rows.none()
    else rows.int4(mileage)
    if (satellites === undefined) rows.none()
    else rows.int2(satellites)
    if (signalStrength === undefined) rows.none()
    else rows.int2(signalStrength)
    if (additions === null) rows.none()
    else rows.json(additions)
  })
  return count
}

/** For so long after a position came twice, ms, each is looked up before it is stored: who sends one again sends more. */
const carefulMs = 2000
const uniqueViolation = '23505'
/** COPY goes round row-level security, so an owner who is bound by it may not use it. */
const notSupported = '0A000'

export type PositionStore = ReturnType<typeof createPositionStore>

/** Stores positions with COPY, which costs half as much as INSERT, as long as that is possible: nothing is there already. */
export function createPositionStore(now: () => number = () => performance.now()) {
  const rows = new CopyRows()
  let carefulUntil = 0

  /** Whether the rows are stored; false when they have to be stored one by one. */
  async function copied(client: pg.ClientBase): Promise<boolean> {
    if (now() < carefulUntil) return false
    try {
      await copyIn(client, `copy position (${columns}) from stdin (format binary)`, rows)
      return true
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined
      if (code !== uniqueViolation && code !== notSupported) throw error
      carefulUntil = code === notSupported ? Number.POSITIVE_INFINITY : now() + carefulMs
      await client.query('rollback; begin')
      return false
    }
  }

  /**
   * Stores reports, each location once, whatever was sent before; with the tenant that the terminal belongs to at this moment. It must be the
   * first in the client's transaction. Returns the fixes that are new of the devices that are `watched`, by device.
   */
  return async (client: pg.ClientBase, reports: readonly Report[], watched: (deviceId: number) => boolean) => {
    const count = writeRows(rows, reports, await findTenants(client, reports))
    const fresh = (await copied(client)) ? null : await addMissing(client, rows, count)
    await forgetDays(client, reports)
    const fixes = new Map<number, Fix[]>()
    eachLocation(reports, ({ deviceId, receivedAt }, location, serial) => {
      if (!watched(deviceId) || isAhead(location, receivedAt)) return
      if (fresh && !fresh.has(keyOf(deviceId, location.time, serial))) return
      const list = fixes.get(deviceId)
      if (list) list.push(fixOf(location))
      else fixes.set(deviceId, [fixOf(location)])
    })
    return fixes
  }
}

/** What finished days came to counts no more when something of them is stored. See `claimDays`. */
async function forgetDays(client: pg.ClientBase, reports: readonly Report[]) {
  const today = dayStart(Date.now())
  const days = new Map<string, [deviceId: number, day: string]>()
  for (const { deviceId, locations } of reports)
    for (const { time } of locations) {
      if (time >= today) continue
      const day = dayText(time)
      days.set(`${deviceId} ${day}`, [deviceId, day])
    }
  if (!days.size) return
  await client.query('select pg_advisory_xact_lock_shared($1)', [daysLock])
  await client.query(
    'delete from track_day d using unnest($1::int[], $2::date[]) as u (device_id, day) where d.device_id = u.device_id and d.day = u.day',
    [[...days.values()].map(([id]) => id), [...days.values()].map(([, day]) => day)],
  )
}

async function findTenants(client: pg.ClientBase, reports: readonly Report[]) {
  const { rows } = await client.query<[number, number]>({
    name: 'find-tenants',
    text: 'select id, tenant_id from device where id = any($1::int[]) and tenant_id is not null',
    values: [`{${[...new Set(reports.map(({ deviceId }) => deviceId))].join()}}`],
    rowMode: 'array',
  })
  return new Map(rows)
}

const keyOf = (deviceId: number, time: number, serial: number) => `${deviceId} ${time} ${serial}`

/** Adds the rows that are not there yet; which they are, or null when it is all of them. */
async function addMissing(client: pg.ClientBase, rows: CopyRows, count: number): Promise<ReadonlySet<string> | null> {
  await client.query('create temp table if not exists position_inbox (like position) on commit delete rows')
  await copyIn(client, `copy position_inbox (${columns}) from stdin (format binary)`, rows)
  const { rows: results } = await client.query<{ count: number; added: [number, number, number][] | null }>({
    name: 'add-positions',
    text: `
      with added as (
        insert into position (${columns}) select ${columns} from position_inbox on conflict do nothing returning device_id, time, serial
      )
      select count(*) as count,
        case when count(*) < $1 then json_agg(json_build_array(device_id, extract(epoch from time)::float8, serial)) end as added
      from added`,
    values: [count],
  })
  const { count: stored, added } = results[0]!
  return stored === count ? null : new Set(added?.map(([id, time, serial]) => keyOf(id, time * 1000, serial)))
}

/** As it is read back from the store. */
const fixOf = (location: Location): Fix => ({
  time: location.time,
  lng: micro(location.lng) / 1e6,
  lat: micro(location.lat) / 1e6,
  speed: Math.round(location.speed * 10) / 10,
  located: isFix(location),
  alarm: location.alarm,
  acc: hasBit(location.status, StatusBit.accOn),
  ...noted(location.additions),
})

/** What additions say to rules. */
function noted({ activeSafety, battery }: { activeSafety?: readonly ActiveSafetyAlarm[] | null; battery?: number | null }) {
  const safety = [...new Set(activeSafety?.flatMap(codesOf))].sort((a, b) => a - b)
  return { ...(safety.length && { safety }), ...(typeof battery === 'number' && { values: { battery } }) }
}

/** Of an alarm that has not ended, its addition × 256 + its type; of tyres the bits of their alarms. Source: spec 4, IV.6. */
function codesOf(alarm: ActiveSafetyAlarm): number[] {
  if (alarm.flag === ended) return []
  const addition = ActiveSafetyId[alarm.kind] << 8
  if (alarm.kind !== 'tyre') return [addition + alarm.type]
  return alarm.tyres.flatMap(({ type }) => tyreBits.filter((bit) => (type >> bit) & 1).map((bit) => addition + bit))
}

/** A device's stored fixes from a device time on, epoch ms. */
type Wish = { tenantId: number; deviceId: number; from: number }

/** Stored fixes in device time, by device; those with a clock that ran ahead are left out. */
export async function readPositions(client: pg.ClientBase, wishes: readonly Wish[]): Promise<Map<number, Fix[]>> {
  const found = new Map<number, Fix[]>(wishes.map(({ deviceId }) => [deviceId, []]))
  if (!wishes.length) return found
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
       where tenant_id = u.tenant_id and device_id = u.device_id and time >= to_timestamp(u.since) and time <= received + interval '${aheadMs} ms'
     ) p order by p.time`,
    [wishes.map((one) => one.tenantId), wishes.map((one) => one.deviceId), wishes.map((one) => one.from / 1000)],
  )
  for (const row of rows) {
    const [lng, lat] = [row.lng / 1e6, row.lat / 1e6]
    const located = hasBit(row.status, StatusBit.located) && isPlausible({ lat, lng })
    const acc = hasBit(row.status, StatusBit.accOn)
    found
      .get(row.device_id)
      ?.push({ time: row.time, lng, lat, speed: row.speed / 10, located, alarm: row.alarm, acc, ...noted(row) })
  }
  return found
}

/** What committed reports say about the terminals now: the latest valid fix of each. */
export function updatesOf(reports: readonly Report[]): Update[] {
  const found = new Map<number, { seenAt: number; latest: Located | undefined }>()
  for (const { deviceId, receivedAt, locations } of reports) {
    const one = found.get(deviceId) ?? { seenAt: receivedAt, latest: undefined }
    found.set(deviceId, one)
    one.seenAt = Math.max(one.seenAt, receivedAt)
    for (const location of locations)
      if (isFix(location) && !isAhead(location, receivedAt) && location.time >= (one.latest?.time ?? 0)) one.latest = location
  }
  return Array.from(found, ([deviceId, { seenAt, latest }]) => {
    const update: Update = { deviceId, connected: true, seenAt }
    if (!latest) return update
    const { time, lng, lat, speed, direction, altitude, status, alarm, additions } = latest
    const { mileageKm, satellites, signalStrength, battery } = additions
    const rest = { mileage: mileageKm ?? null, satellites: satellites ?? null, signal: signalStrength ?? null }
    if (battery !== undefined) update.readings = [{ metric: Metric.battery, channel: 0, time, value: battery }]
    return { ...update, fix: { time, lng, lat, speed, direction, altitude, status, alarm, ...rest } }
  })
}
