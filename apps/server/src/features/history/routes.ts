import {
  type DayMileage,
  getDrivingDetail,
  getMileageList,
  getPersonHistory,
  getPlace,
  getTrack,
  getVehicleHistory,
  listFixes,
  type TrackPoint,
} from '@huanwei/contract/history/endpoints'
import { longestPeriodDays, mostFixes, mostVehicleDays } from '@huanwei/contract/history/rules'
import { ObjectType } from '@huanwei/contract/objects'
import { pageOf } from '@huanwei/contract/page'
import { dayMs } from '@huanwei/contract/time'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../db/connect.ts'
import { RawJson, serve } from '../../http/serve.ts'
import { type Span, spanOf, type Times } from '../../http/span.ts'
import type { Viewer } from '../../http/viewer.ts'
import type { NameOfPlace } from '../../lib/place-names.ts'
import { dayStart, dayText, timeText } from '../../lib/time.ts'
import { mustSeeObject } from '../objects/queries.ts'
import type { TrackBand } from './bands/bands.ts'
import { readBands } from './bands/read-bands.ts'
import { exactTrack, fixesOf } from './exact-track.ts'
import { fewAtOnce } from './few-at-once.ts'
import { passageRoutes } from './passages/routes.ts'
import { findBoundSpans, findMileages, findPlates, findVisibleFixes, type Mover } from './queries.ts'
import { joinTracks, type StoredPosition, type TrackFix, thin } from './track.ts'
import { type Day, type DayTotals, trackDaysOf, withSilencesBetween } from './track-days.ts'
import { fastestOf, mileageOf, overspeedsOf, partsOf, runningSeconds, secondsOf, silencesOf, unknownKmOf } from './track-parts.ts'

/** Longest span that is read fix by fix, ms. */
const exactMs = 2 * dayMs
/** Number of vehicles whose unfinished days are read at once: the database reads one while another is processed. */
const vehiclesAtOnce = 4

export function historyRoutes(app: FastifyInstance, db: Database, nameOfPlace: NameOfPlace) {
  reportRoutes(app, db)
  trackRoutes(app, db, nameOfPlace)
  passageRoutes(app, db)
  serve(app, getMileageList, ({ vehicleIds, ...times }, viewer) => mileagesOf(db, viewer, vehicleIds, times))
  serve(app, getPlace, async ({ lng, lat }) => ({ position: nameOfPlace(lng, lat) }))
}

/** Positions as they were reported. */
function reportRoutes(app: FastifyInstance, db: Database) {
  const reported = async (viewer: Viewer, mover: Mover, times: Times) => {
    const { bindings } = await lookUp(db, viewer, mover, spanOf(times, longestPeriodDays.fixes))
    const lists = await db.within(viewer, (tx) => fixesOf(tx, viewer.tenantId, bindings))
    const fixes = lists.flat()
    const every = Math.max(1, Math.ceil(fixes.length / mostFixes))
    return new RawJson(JSON.stringify(fixes.filter((_, i) => i % every === 0).map(pointOf)))
  }
  serve(app, getVehicleHistory, ({ vehicleId, ...times }, viewer) =>
    reported(viewer, { objectType: ObjectType.vehicle, objectId: vehicleId }, times),
  )
  serve(app, getPersonHistory, ({ userId, ...times }, viewer) =>
    reported(viewer, { objectType: ObjectType.person, objectId: userId }, times),
  )

  serve(app, listFixes, (filter, viewer) =>
    db.within(viewer, async (tx) => {
      const { records, total } = await findVisibleFixes(tx, viewer, filter)
      return pageOf(records, total, filter)
    }),
  )
}

/** The way of one object, and what can be read from it. */
function trackRoutes(app: FastifyInstance, db: Database, nameOfPlace: NameOfPlace) {
  serve(app, getTrack, async ({ most, objectType, objectId, ...times }, viewer) => {
    const span = spanOf(times, longestPeriodDays.track)
    const { name, bindings } = await lookUp(db, viewer, { objectType, objectId }, span)
    const isLong = span.to - span.from > exactMs
    const days = isLong ? await trackDaysOf(db, viewer.tenantId, bindings, Date.now()) : []
    const track = isLong
      ? joinTracks(days.map((day) => day.track))
      : await db.within(viewer, (tx) => exactTrack(tx, viewer.tenantId, bindings))
    const points = thin(track, most).map((fix) => ({ ...pointOf(fix), isBreak: fix.isBreak }))
    const total = isLong ? days.reduce((sum, { fixes }) => sum + fixes, 0) : track.length
    return new RawJson(JSON.stringify({ name, points, total }))
  })

  serve(app, getDrivingDetail, async ({ speedLimit, objectType, objectId, ...times }, viewer) => {
    const mover = { objectType, objectId }
    const { bindings } = await lookUp(db, viewer, mover, spanOf(times, longestPeriodDays.detail))
    return db.within(viewer, async (tx) => {
      const track = await exactTrack(tx, viewer.tenantId, bindings)
      const parts = partsOf(track)
      const bands = await readBands(tx, viewer.tenantId, mover, bindings, { track, ...parts })
      return { ...detailOf(track, parts, speedLimit, nameOfPlace), bands: bands.map(bandOf) }
    })
  })
}

/** Name of a moving object, and its terminal bindings in order. Throws 404 when the viewer may not see it. */
const lookUp = (db: Database, viewer: Viewer, { objectType, objectId }: Mover, span: Span) =>
  db.within(viewer, async (tx) => {
    const name = await mustSeeObject(tx, viewer, objectType, objectId)
    const bindings = await findBoundSpans(tx, viewer.tenantId, objectType, [objectId], span)
    return { name, bindings: bindings.get(objectId) ?? [] }
  })

/** Mileages of vehicles, a row for each day on which something was heard. */
async function mileagesOf(db: Database, viewer: Viewer, vehicleIds: number[], times: Times) {
  const { from, to } = spanOf(times, Math.min(longestPeriodDays.track, Math.floor(mostVehicleDays / vehicleIds.length)))
  // The day before tells where a silence began that ends on the first one.
  const span = { from: dayStart(from) - dayMs, to: dayStart(to - 1) + dayMs }
  const { plates, bindings, known } = await db.within(viewer, async (tx) => {
    const plates = await findPlates(tx, viewer, vehicleIds)
    const ids = plates.map(({ id }) => id)
    const bindings = await findBoundSpans(tx, viewer.tenantId, ObjectType.vehicle, ids, span)
    const deviceIds = [...bindings.values()].flat().map(({ deviceId }) => deviceId)
    const mileages = await findMileages(tx, viewer.tenantId, deviceIds, dayText(span.from), dayText(span.to - 1))
    return { plates, bindings, known: new Map(mileages.map((row) => [`${row.deviceId} ${row.day}`, knownDay(row)])) }
  })
  const lists = await fewAtOnce(plates, vehiclesAtOnce, async ({ id, plateNumber }) => {
    const spans = bindings.get(id) ?? []
    const days = await trackDaysOf(db, viewer.tenantId, spans, Date.now(), (deviceId, day) => known.get(`${deviceId} ${day}`))
    const heard = Map.groupBy(
      withSilencesBetween(days).filter(({ fixes }) => fixes > 0),
      (day) => dayText(day.from),
    )
    heard.delete(dayText(span.from))
    return Array.from(heard, ([day, parts]) => ({ vehicleId: id, plateNumber, day, ...totalsOf(parts) }))
  })
  return lists.flat()
}

type KnownDay = Awaited<ReturnType<typeof findMileages>>[number]
const knownDay = ({ silences, ...row }: KnownDay): Day => ({ ...row, silences: silences ?? [], track: [] })

/** Mileage and silences of the terminals of one vehicle on one day. */
function totalsOf(parts: readonly DayTotals[]): Pick<DayMileage, 'mileage' | 'mileageSource' | 'unknownKm' | 'silences'> {
  const silences = parts.flatMap((part) => part.silences)
  return {
    mileage: parts.reduce((sum, part) => sum + part.mileage, 0) / 1000,
    mileageSource: parts.every((part) => part.mileageSource === 'odometer') ? 'odometer' : 'distance',
    unknownKm: unknownKmOf(silences.map(([, , metres]) => ({ metres }))),
    silences: silences.map(([from, to, metres]) => ({
      startTime: timeText(from),
      endTime: timeText(to),
      seconds: (to - from) / 1000,
      km: metres / 1000,
    })),
  }
}

const pointOf = ({ time, lng, lat, speed, direction, altitude, status, mileage }: StoredPosition): TrackPoint => ({
  lng,
  lat,
  speed,
  direction,
  altitude,
  time: timeText(time),
  status,
  mileage,
})

const bandOf = ({ kind, from, to }: TrackBand) => ({
  kind,
  startTime: timeText(from),
  endTime: timeText(to),
  seconds: (to - from) / 1000,
})

function detailOf(
  track: readonly TrackFix[],
  { stops, trips }: ReturnType<typeof partsOf>,
  speedLimit: number,
  nameOfPlace: NameOfPlace,
) {
  const placeOf = ({ lng, lat }: StoredPosition) => ({ lng, lat, position: nameOfPlace(lng, lat) })
  const stretchOf = (part: readonly TrackFix[]) => ({
    startTime: timeText(part[0]!.time),
    endTime: timeText(part.at(-1)!.time),
    seconds: secondsOf(part),
  })
  const driven = trips.map((trip) => {
    const mileage = mileageOf(trip).km
    return {
      ...stretchOf(trip),
      from: placeOf(trip[0]!),
      to: placeOf(trip.at(-1)!),
      mileage,
      maxSpeed: fastestOf(trip),
      averageSpeed: perHour(mileage, secondsOf(trip)),
    }
  })
  const stood = stops.map((stop) => ({ ...stretchOf(stop), ...placeOf(stop[0]!), idleSeconds: runningSeconds(stop) }))
  const sped = overspeedsOf(track, speedLimit).map((part) => ({
    ...stretchOf(part),
    ...placeOf(part[0]!),
    maxSpeed: fastestOf(part),
  }))
  const silences = silencesOf(track)
  const total = <Row>(rows: readonly Row[], value: (row: Row) => number) => rows.reduce((sum, row) => sum + value(row), 0)
  const { km, source } = mileageOf(track)
  const drivingSeconds = total(driven, ({ seconds }) => seconds)
  return {
    mileage: km,
    mileageSource: source,
    drivingSeconds,
    stopSeconds: total(stood, ({ seconds }) => seconds),
    idleSeconds: total(stood, ({ idleSeconds }) => idleSeconds),
    overspeedSeconds: total(sped, ({ seconds }) => seconds),
    maxSpeed: fastestOf(track),
    averageSpeed: perHour(
      total(driven, ({ mileage }) => mileage),
      drivingSeconds,
    ),
    trips: driven,
    stops: stood,
    unknownKm: unknownKmOf(silences),
    silences: silences.map(({ before, after, metres }) => ({
      ...stretchOf([before, after]),
      from: placeOf(before),
      to: placeOf(after),
      km: metres / 1000,
    })),
    overspeeds: sped,
  }
}

const perHour = (km: number, seconds: number) => (seconds ? Math.round((km / seconds) * 36_000) / 10 : 0)
