import { type FixRow, getDrivingDetail, getMileageList, listFixes } from '@huanwei/contract/history/endpoints'
import { longestPeriodDays } from '@huanwei/contract/history/rules'
import { ObjectType } from '@huanwei/contract/objects'
import { dayMs } from '@huanwei/contract/time'
import type { Tx } from '../../db/connect.ts'
import { spanOf, type Times } from '../../http/span.ts'
import type { Viewer } from '../../http/viewer.ts'
import { atOnce, choice, type ExportList, exportList, figure, moment, text } from '../../lib/export-list.ts'
import { dayStart, dayText, timeText } from '../../lib/time.ts'
import { mustSeeObject } from '../objects/queries.ts'
import { exactTrack } from './exact-track.ts'
import { afterFix, findBoundSpans, findPlates, findVisibleFixes, type Mover } from './queries.ts'
import type { TrackFix } from './track.ts'
import { fastestOf, mileageOf, partsOf, runningSeconds, secondsOf, silencesOf, unknownKmOf, workOf } from './track-parts.ts'

const fixColumns = [
  moment<FixRow>('history:column.time', (row) => row.time),
  figure<FixRow>('history:column.lng', (row) => row.lng),
  figure<FixRow>('history:column.lat', (row) => row.lat),
  figure<FixRow>('history:column.speed', (row) => row.speed, 14),
  figure<FixRow>('history:degrees', (row) => row.direction, 14),
  figure<FixRow>('history:altitudeMetres', (row) => row.altitude, 14),
  figure<FixRow>('history:column.mileage', (row) => row.mileage, 14),
  choice<FixRow>('history:column.acc', (row) => (row.status & 1 ? 'history:acc.1' : 'history:acc.0')),
]

type DrivingRow = {
  kind: 'total' | 'trip' | 'stop' | 'silence'
  track: readonly TrackFix[]
  seconds: number
  /** Null for a stop and a silence. */
  km: number | null
  /** In a straight line; null for a trip and a stop. */
  unknownKm: number | null
  idleSeconds: number | null
}

const minutes = (seconds: number) => Math.round(seconds / 6) / 10

const drivingColumns = [
  choice<DrivingRow>('history:driving.kind', ({ kind }) => `history:driving.${kind}`),
  moment<DrivingRow>('history:driving.from', ({ track }) => timeOf(track[0])),
  moment<DrivingRow>('history:driving.to', ({ track }) => timeOf(track.at(-1))),
  figure<DrivingRow>('history:driving.minutes', ({ seconds }) => minutes(seconds), 14),
  figure<DrivingRow>('history:driving.idle', ({ idleSeconds }) => idleSeconds && minutes(idleSeconds), 14),
  figure<DrivingRow>('history:column.mileage', ({ km }) => km, 14),
  figure<DrivingRow>('history:driving.fastest', ({ km, track }) => (km === null ? null : fastestOf(track)), 18),
  figure<DrivingRow>('history:driving.unknown', ({ unknownKm }) => unknownKm, 18),
  // The place at which it began: as many names as the sheet has trips and stops.
  text<DrivingRow>(
    'violations:position',
    ({ kind, track: [first] }, _, nameOfPlace) => (first && kind !== 'total' ? nameOfPlace(first.lng, first.lat) : null),
    40,
  ),
  figure<DrivingRow>('history:column.lng', ({ track }) => track[0]?.lng ?? null),
  figure<DrivingRow>('history:column.lat', ({ track }) => track[0]?.lat ?? null),
]

const timeOf = (fix: TrackFix | undefined) => (fix ? timeText(fix.time) : null)

/** All of the span, then its trips, stops and silences in order of time. Throws 404 out of scope. */
async function findDriving(tx: Tx, viewer: Viewer, { objectType, objectId, ...times }: Mover & Times): Promise<DrivingRow[]> {
  await mustSeeObject(tx, viewer, objectType, objectId)
  const spans = await findBoundSpans(tx, viewer.tenantId, objectType, [objectId], spanOf(times, longestPeriodDays.detail))
  const track = await exactTrack(tx, viewer.tenantId, spans.get(objectId) ?? [])
  if (!track.length) return []
  const { trips, stops } = partsOf(track)
  const silences = silencesOf(track)
  const row = (kind: DrivingRow['kind'], part: readonly TrackFix[], figures: Partial<DrivingRow>): DrivingRow => ({
    kind,
    track: part,
    seconds: secondsOf(part),
    km: null,
    unknownKm: null,
    idleSeconds: null,
    ...figures,
  })
  const parts = [
    ...trips.map((trip) => row('trip', trip, { km: mileageOf(trip).km })),
    ...stops.map((stop) => row('stop', stop, { idleSeconds: runningSeconds(stop) })),
    ...silences.map(({ before, after, metres }) => row('silence', [before, after], { unknownKm: metres / 1000 })),
  ].sort((a, b) => a.track[0]!.time - b.track[0]!.time)
  const total = (take: (row: DrivingRow) => number | null) => parts.reduce((sum, row) => sum + (take(row) ?? 0), 0)
  const whole = row('total', track, {
    seconds: total(({ kind, seconds }) => (kind === 'silence' ? 0 : seconds)),
    km: mileageOf(track).km,
    unknownKm: unknownKmOf(silences),
    idleSeconds: total(({ idleSeconds }) => idleSeconds),
  })
  return [whole, ...parts]
}

/** What a vehicle did on one day; seconds. */
type VehicleDay = {
  plateNumber: string
  day: string
  km: number
  unknownKm: number
  driving: number
  standing: number
  idle: number
  trips: number
  stops: number
}

const vehicleDayColumns = [
  text<VehicleDay>('vehicles:plateNumber', (row) => row.plateNumber),
  text<VehicleDay>('history:column.day', (row) => row.day, 14),
  figure<VehicleDay>('history:column.mileage', (row) => row.km, 14),
  figure<VehicleDay>('history:days.driving', (row) => minutes(row.driving), 14),
  figure<VehicleDay>('history:days.standing', (row) => minutes(row.standing), 14),
  figure<VehicleDay>('history:driving.idle', (row) => minutes(row.idle), 14),
  figure<VehicleDay>('history:days.trips', (row) => row.trips),
  figure<VehicleDay>('history:days.stops', (row) => row.stops),
  figure<VehicleDay>('history:driving.unknown', (row) => row.unknownKm, 18),
]

/** Vehicles of one sheet, times days: all their fixes are read. */
const mostSheetDays = 200

/** The days of the vehicles in scope on which they were heard, by plate and day, each by the fixes of that day alone. */
async function findVehicleDays(tx: Tx, viewer: Viewer, { vehicleIds, ...times }: { vehicleIds: number[] } & Times) {
  const span = spanOf(times, Math.min(longestPeriodDays.detail, Math.max(1, Math.floor(mostSheetDays / vehicleIds.length))))
  const rows: VehicleDay[] = []
  for (const { id, plateNumber } of await findPlates(tx, viewer, vehicleIds))
    for (let start = dayStart(span.from); start < span.to; start += dayMs) {
      const day = { from: Math.max(start, span.from), to: Math.min(start + dayMs, span.to) }
      const bindings = await findBoundSpans(tx, viewer.tenantId, ObjectType.vehicle, [id], day)
      const track = await exactTrack(tx, viewer.tenantId, bindings.get(id) ?? [])
      if (track.length) rows.push({ plateNumber, day: dayText(start), ...dayOf(track) })
    }
  return rows
}

function dayOf(track: readonly TrackFix[]) {
  const unknownKm = unknownKmOf(silencesOf(track))
  return { km: mileageOf(track).km, unknownKm, stops: partsOf(track).stops.length, ...workOf(track) }
}

/** Lists of this noun that can be exported. */
export const historyExports: readonly ExportList[] = [
  exportList(listFixes, 'history:title', {
    afterOf: afterFix,
    columns: fixColumns,
    find: findVisibleFixes,
  }),
  exportList(getMileageList, 'history:days.title', { columns: vehicleDayColumns, ...atOnce(findVehicleDays) }),
  exportList(getDrivingDetail, 'history:driving.title', { columns: drivingColumns, ...atOnce(findDriving) }),
]
