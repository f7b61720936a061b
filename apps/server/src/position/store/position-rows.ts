import type { Location } from '@huanwei/terminal/messages/location'
import type { Report } from '../report.ts'
import type { CopyRows } from './copy.ts'

const smallest = -(2 ** 31)
const largest = 2 ** 31 - 1
/** Micro-degrees, limited to the range of the column; an impossible coordinate stays recognisable as such. */
export const micro = (degrees: number) => Math.max(smallest, Math.min(largest, Math.round(degrees * 1e6)))

/** Columns of a row, in the order of `writeRows`. */
export const columns =
  'tenant_id,device_id,time,message_id,serial,received,lng,lat,speed,direction,altitude,status,alarm,mileage,satellites,signal,additions'
const width = columns.split(',').length

/** Number of serials of the protocol. */
export const serialCount = 65_536

/**
 * Calls `take` with each location, its serial and its place among all, but for those of reports that are not `wanted`. Of locations with the same
 * time in one message, all but the first get a serial above those of the protocol.
 */
export function eachLocation(
  reports: readonly Report[],
  take: (report: Report, location: Location, serial: number, at: number) => void,
  wanted?: (report: Report) => boolean,
) {
  let at = 0
  for (const report of reports) {
    const { serial, locations } = report
    if (wanted && !wanted(report)) {
      at += locations.length
      continue
    }
    const seen = locations.length > 1 ? new Map<number, number>() : undefined
    for (const location of locations) {
      const before = seen?.get(location.time) ?? 0
      seen?.set(location.time, before + 1)
      take(report, location, serial + before * serialCount, at++)
    }
  }
}

/** Additions without a column of their own as JSON text, without NUL, which jsonb refuses; null when there are none. */
function additionsText(additions: Location['additions']): string | null {
  const values: Readonly<Record<string, unknown>> = additions
  let text = ''
  for (const name in values) {
    const value = values[name]
    if (value === undefined || hasColumn(name, additions) || (Array.isArray(value) && !value.length)) continue
    text += `${text && ','}"${name}":${typeof value === 'number' ? value : JSON.stringify(value).replaceAll('\\u0000', '')}`
  }
  return text ? `{${text}}` : null
}

function hasColumn(name: string, additions: Location['additions']) {
  if (name === 'mileageKm') return mileageOf(additions) !== null
  return name === 'satellites' || name === 'signalStrength'
}

/** Units of 0.1 km; null when absent or beyond the range of the column. */
function mileageOf({ mileageKm }: Location['additions']): number | null {
  const tenths = mileageKm === undefined ? null : Math.round(mileageKm * 10)
  return tenths !== null && tenths <= largest ? tenths : null
}

/** The place in its rows where the tenant of a row is set. */
type TenantPlace = { rows: CopyRows; place: number; deviceId: number }

/** Writes a row for each location to the rows that `rowsOf` names, and returns the places of their tenants, which `setTenants` sets. */
export function writeRows(
  reports: readonly Report[],
  rowsOf: (report: Report, location: Location, at: number) => CopyRows,
): TenantPlace[] {
  const places: TenantPlace[] = []
  eachLocation(reports, (report, location, serial, at) => {
    const { deviceId, messageId, receivedAt } = report
    const rows = rowsOf(report, location, at)
    rows.row(width)
    places.push({ rows, place: rows.int4(0), deviceId })
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
    const additions = additionsText(location.additions)
    if (mileage === null) rows.none()
    else rows.int4(mileage)
    if (satellites === undefined) rows.none()
    else rows.int2(satellites)
    if (signalStrength === undefined) rows.none()
    else rows.int2(signalStrength)
    if (additions === null) rows.none()
    else rows.json(additions)
  })
  return places
}

/** Sets the tenants of written rows. `tenants`: tenant by terminal; the rows of other terminals keep 0. */
export function setTenants(places: readonly TenantPlace[], tenants: ReadonlyMap<number, number>) {
  for (const { rows, place, deviceId } of places) {
    const tenant = tenants.get(deviceId)
    if (tenant !== undefined) rows.setInt4(place, tenant)
  }
}
