import { hasBit, StatusBit } from '@huanwei/terminal/alarm'
import { isPlausible, type Location } from '@huanwei/terminal/location'
import type pg from 'pg'
import type { Fix } from './conditions.ts'
import type { Report, Update } from './report.ts'

/** A device clock further ahead than this, ms, is wrong: its report is kept, but says nothing about now. */
export const aheadMs = 10 * 60_000

const smallest = -(2 ** 31)
const largest = 2 ** 31 - 1
/** Micro-degrees; what cannot be on Earth, and not in the column either, stays recognisable as such. */
const micro = (degrees: number) => Math.max(smallest, Math.min(largest, Math.round(degrees * 1e6)))

const isFix = ({ status, lat, lng }: Location) => hasBit(status, StatusBit.located) && isPlausible({ lat, lng })
const isAhead = (location: Location, receivedAt: number) => location.time > receivedAt + aheadMs

const columns = [
  ['device_id', 'int'],
  ['time', 'float8'],
  ['message_id', 'int'],
  ['serial', 'int'],
  ['received', 'float8'],
  ['lng', 'int'],
  ['lat', 'int'],
  ['speed', 'int'],
  ['direction', 'int'],
  ['altitude', 'int'],
  ['status', 'int8'],
  ['alarm', 'int8'],
  ['mileage', 'int'],
  ['satellites', 'int'],
  ['signal', 'int'],
  ['additions', 'jsonb'],
] as const
const names = columns.map(([name]) => name).join()
const values = columns.map(([name]) => (name === 'time' || name === 'received' ? `to_timestamp(u.${name})` : `u.${name}`)).join()
const arrays = columns.map(([, type], i) => `$${i + 1}::${type}[]`).join()

// Arrays rather than COPY into a temporary table and from there on: measured a fifth faster, and the tenant is that of this moment.
const insert = `
  with added as (
    insert into position (tenant_id, ${names})
    select coalesce(d.tenant_id, 0), ${values}
    from unnest(${arrays}) as u (${names}) left join device d on d.id = u.device_id
    on conflict do nothing
    returning device_id, time, serial
  )
  select count(*) as count,
    case when count(*) < $${columns.length + 1} then json_agg(json_build_array(device_id, extract(epoch from time)::float8, serial)) end as added
  from added`

type Row = { deviceId: number; serial: number; location: Location; receivedAt: number }

/** Two locations of one message with one time: the second gets a serial beyond those of the protocol, the same whenever it is sent. */
function rowsOf(reports: readonly Report[]): Row[] {
  return reports.flatMap(({ deviceId, serial, locations, receivedAt }) => {
    const seen = new Map<number, number>()
    return locations.map((location) => {
      const before = seen.get(location.time) ?? 0
      seen.set(location.time, before + 1)
      return { deviceId, serial: serial + before * 65_536, location, receivedAt }
    })
  })
}

/** What has no column of its own, as JSON text without NUL, which jsonb refuses; NULL when there is nothing. */
function additionsText({ additions }: Location): string {
  const { mileageKm, satellites: _, signalStrength: __, activeSafety, raw, ...others } = additions
  const kept = {
    ...others,
    ...(mileageOf(additions) === null && mileageKm !== undefined && { mileageKm }),
    ...(activeSafety.length && { activeSafety }),
    ...(raw.length && { raw }),
  }
  for (const _key in kept) return `"${JSON.stringify(kept).replaceAll('\\u0000', '').replace(/[\\"]/g, '\\$&')}"`
  return 'NULL'
}

/** 0.1 km; null when absent or beyond the column. */
function mileageOf({ mileageKm }: Location['additions']): number | null {
  const tenths = mileageKm === undefined ? null : Math.round(mileageKm * 10)
  return tenths !== null && tenths <= largest ? tenths : null
}

const keyOf = (deviceId: number, time: number, serial: number) => `${deviceId} ${time} ${serial}`

/**
 * Stores reports inside the client's transaction, each location once, whatever was sent before; with the tenant that the terminal
 * belongs to at this moment. Returns the fixes that are new, by device, for the rules.
 */
export async function storePositions(client: pg.ClientBase, reports: readonly Report[]): Promise<Map<number, Fix[]>> {
  const rows = rowsOf(reports)
  const lists: (string | number)[][] = columns.map(() => [])
  const messageIds = reports.flatMap(({ messageId, locations }) => locations.map(() => messageId))
  rows.forEach(({ deviceId, serial, location, receivedAt }, i) => {
    const { additions } = location
    const row = [
      deviceId,
      location.time / 1000,
      messageIds[i] ?? 0,
      serial,
      receivedAt / 1000,
      micro(location.lng),
      micro(location.lat),
      Math.round(location.speed * 10),
      location.direction,
      location.altitude,
      location.status,
      location.alarm,
      mileageOf(additions) ?? 'NULL',
      additions.satellites ?? 'NULL',
      additions.signalStrength ?? 'NULL',
      additionsText(location),
    ]
    for (let column = 0; column < row.length; column++) lists[column]!.push(row[column]!)
  })
  const { rows: results } = await client.query<{ count: number; added: [number, number, number][] | null }>({
    name: 'store-positions',
    text: insert,
    values: [...lists.map((list) => `{${list.join()}}`), rows.length],
  })
  const { count, added } = results[0]!
  const fresh = count === rows.length ? null : new Set(added?.map(([id, time, serial]) => keyOf(id, time * 1000, serial)))
  const fixes = new Map<number, Fix[]>()
  for (const { deviceId, serial, location, receivedAt } of rows) {
    if (isAhead(location, receivedAt)) continue
    if (fresh && !fresh.has(keyOf(deviceId, location.time, serial))) continue
    const list = fixes.get(deviceId)
    if (list) list.push(fixOf(location))
    else fixes.set(deviceId, [fixOf(location)])
  }
  return fixes
}

/** As it is read back from the store. */
const fixOf = (location: Location): Fix => ({
  time: location.time,
  lng: micro(location.lng) / 1e6,
  lat: micro(location.lat) / 1e6,
  speed: Math.round(location.speed * 10) / 10,
  located: isFix(location),
  alarm: location.alarm,
})

/** A device's stored fixes from a device time on, epoch ms. */
type Wish = { tenantId: number; deviceId: number; from: number }

/** Stored fixes in device time, by device; those with a clock that ran ahead are left out. */
export async function readFixes(client: pg.ClientBase, wishes: readonly Wish[]): Promise<Map<number, Fix[]>> {
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
  }>(
    `select u.device_id, extract(epoch from p.time)::float8 * 1000 as time, p.lng, p.lat, p.speed, p.status, p.alarm
     from unnest($1::int[], $2::int[], $3::float8[]) as u (tenant_id, device_id, since)
     cross join lateral (
       select time, lng, lat, speed, status, alarm from position
       where tenant_id = u.tenant_id and device_id = u.device_id and time >= to_timestamp(u.since) and time <= received + interval '${aheadMs} ms'
     ) p order by p.time`,
    [wishes.map((one) => one.tenantId), wishes.map((one) => one.deviceId), wishes.map((one) => one.from / 1000)],
  )
  for (const row of rows) {
    const [lng, lat] = [row.lng / 1e6, row.lat / 1e6]
    const located = hasBit(row.status, StatusBit.located) && isPlausible({ lat, lng })
    found.get(row.device_id)?.push({ time: row.time, lng, lat, speed: row.speed / 10, located, alarm: row.alarm })
  }
  return found
}

/** What committed reports say about the terminals now: the latest valid fix of each. */
export function updatesOf(reports: readonly Report[]): Update[] {
  const updates = new Map<number, Update>()
  for (const { deviceId, receivedAt, locations } of reports) {
    const update = updates.get(deviceId) ?? { deviceId, connected: true, seenAt: receivedAt }
    updates.set(deviceId, update)
    update.seenAt = Math.max(update.seenAt, receivedAt)
    for (const location of locations) {
      if (!isFix(location) || isAhead(location, receivedAt) || location.time < (update.fix?.time ?? 0)) continue
      const { time, lng, lat, speed, direction, altitude, status, alarm, additions } = location
      const { mileageKm, satellites, signalStrength } = additions
      const rest = { mileage: mileageKm ?? null, satellites: satellites ?? null, signal: signalStrength ?? null }
      update.fix = { time, lng, lat, speed, direction, altitude, status, alarm, ...rest }
    }
  }
  return [...updates.values()]
}
