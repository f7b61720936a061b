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
import { mostDays, mostFixes, mostVehicleDays } from '@huanwei/contract/history/rules'
import { ObjectType } from '@huanwei/contract/objects'
import { pageOf } from '@huanwei/contract/page'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../db/connect.ts'
import { fewAtOnce } from '../../lib/few-at-once.ts'
import { mustSeeObject } from '../../lib/objects.ts'
import type { NameOfPlace } from '../../lib/place.ts'
import { serve, type Viewer, Written } from '../../lib/serve.ts'
import { type Span, spanOf, type Times } from '../../lib/span.ts'
import { dayMs, dayStart, dayText, timeText } from '../../lib/time.ts'
import { type Fix, joinWays, type Step, thin, wayOf } from '../../lib/track.ts'
import { daysOf } from '../../lib/track-days.ts'
import { fastestOf, mileageOf, overspeedsOf, partsOf, runningSeconds, secondsOf } from '../../lib/track-parts.ts'
import { findMileages, findPlates, findSpoken, findVisibleFixes, type Mover, readFixes, type Spoken } from './queries.ts'

/** A span up to this long is read fix by fix, ms. */
const exactMs = 2 * dayMs
/** Vehicles whose unfinished days are read together: the database reads for one while another is gone through. */
const vehiclesAtOnce = 4

export function historyRoutes(app: FastifyInstance, db: Database, nameOfPlace: NameOfPlace) {
  /** What moves: its name, and the terminals that spoke for it, in order. 404 when the viewer may not see it. */
  const lookUp = (viewer: Viewer, mover: Mover, span: Span) =>
    db.within(viewer, async (tx) => {
      const name = await mustSeeObject(tx, viewer, mover.objectType, mover.objectId)
      const spoken = await findSpoken(tx, viewer.tenantId, mover.objectType, [mover.objectId], span)
      return { name, spoken: spoken.get(mover.objectId) ?? [] }
    })
  /** What each terminal reported while it spoke. */
  const fixesOf = (viewer: Viewer, spoken: readonly Spoken[]) =>
    db.within(viewer, async (tx) => {
      const lists: Fix[][] = []
      for (const one of spoken) lists.push(await readFixes(tx, viewer.tenantId, one))
      return lists
    })
  const exactWay = async (viewer: Viewer, spoken: readonly Spoken[]) => joinWays((await fixesOf(viewer, spoken)).map(wayOf))

  const reported = async (viewer: Viewer, mover: Mover, times: Times) => {
    const { spoken } = await lookUp(viewer, mover, spanOf(times, mostDays.fixes))
    const fixes = (await fixesOf(viewer, spoken)).flat()
    const every = Math.max(1, Math.ceil(fixes.length / mostFixes))
    return new Written(JSON.stringify(fixes.filter((_, i) => i % every === 0).map(pointOf)))
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

  serve(app, getTrack, async ({ most, objectType, objectId, ...times }, viewer) => {
    const span = spanOf(times, mostDays.track)
    const { name, spoken } = await lookUp(viewer, { objectType, objectId }, span)
    const isLong = span.to - span.from > exactMs
    const days = isLong ? await daysOf(db, viewer.tenantId, spoken, Date.now()) : []
    const way = isLong ? joinWays(days.map((day) => day.way)) : await exactWay(viewer, spoken)
    const points = thin(way, most).map((step) => ({ ...pointOf(step), isBreak: step.isBreak }))
    const total = isLong ? days.reduce((sum, { fixes }) => sum + fixes, 0) : way.length
    return new Written(JSON.stringify({ name, points, total }))
  })

  serve(app, getDrivingDetail, async ({ speedLimit, objectType, objectId, ...times }, viewer) => {
    const { spoken } = await lookUp(viewer, { objectType, objectId }, spanOf(times, mostDays.detail))
    return detailOf(await exactWay(viewer, spoken), speedLimit, nameOfPlace)
  })

  serve(app, getMileageList, async ({ vehicleIds, ...times }, viewer) => {
    const { from, to } = spanOf(times, Math.min(mostDays.track, Math.floor(mostVehicleDays / vehicleIds.length)))
    const span = { from: dayStart(from), to: dayStart(to - 1) + dayMs }
    const { plates, spoken, known } = await db.within(viewer, async (tx) => {
      const plates = await findPlates(tx, viewer, vehicleIds)
      const ids = plates.map(({ id }) => id)
      const spoken = await findSpoken(tx, viewer.tenantId, ObjectType.vehicle, ids, span)
      const deviceIds = [...spoken.values()].flat().map(({ deviceId }) => deviceId)
      const mileages = await findMileages(tx, viewer.tenantId, deviceIds, dayText(span.from), dayText(span.to - 1))
      return { plates, spoken, known: new Map(mileages.map((row) => [`${row.deviceId} ${row.day}`, { ...row, way: [] }])) }
    })
    const lists = await fewAtOnce(plates, vehiclesAtOnce, async ({ id, plateNumber }) => {
      const spans = spoken.get(id) ?? []
      const days = await daysOf(db, viewer.tenantId, spans, Date.now(), (deviceId, day) => known.get(`${deviceId} ${day}`))
      const heard = Map.groupBy(
        days.filter(({ fixes }) => fixes > 0),
        (day) => dayText(day.from),
      )
      return Array.from(heard, ([day, parts]): DayMileage => {
        const mileage = parts.reduce((sum, part) => sum + part.mileage, 0) / 1000
        const isRead = parts.every((part) => part.mileageSource === 'odometer')
        return { vehicleId: id, plateNumber, day, mileage, mileageSource: isRead ? 'odometer' : 'distance' }
      })
    })
    return lists.flat()
  })

  serve(app, getPlace, async ({ lng, lat }) => ({ position: nameOfPlace(lng, lat) }))
}

const pointOf = ({ time, lng, lat, speed, direction, altitude, status, mileage }: Fix): TrackPoint => ({
  ...{ lng, lat, speed, direction, altitude },
  ...{ time: timeText(time), status, mileage },
})

function detailOf(way: readonly Step[], speedLimit: number, nameOfPlace: NameOfPlace) {
  const { stops, trips } = partsOf(way)
  const placeOf = ({ lng, lat }: Fix) => ({ lng, lat, position: nameOfPlace(lng, lat) })
  const stretchOf = (part: readonly Step[]) => ({
    startTime: timeText(part[0]!.time),
    endTime: timeText(part.at(-1)!.time),
    seconds: secondsOf(part),
  })
  const driven = trips.map((trip) => {
    const mileage = mileageOf(trip).km
    return {
      ...{ ...stretchOf(trip), from: placeOf(trip[0]!), to: placeOf(trip.at(-1)!), mileage },
      ...{ maxSpeed: fastestOf(trip), averageSpeed: perHour(mileage, secondsOf(trip)) },
    }
  })
  const stood = stops.map((stop) => ({ ...stretchOf(stop), ...placeOf(stop[0]!), idleSeconds: runningSeconds(stop) }))
  const sped = overspeedsOf(way, speedLimit).map((part) => ({
    ...{ ...stretchOf(part), ...placeOf(part[0]!), maxSpeed: fastestOf(part) },
  }))
  const total = <Row>(rows: readonly Row[], value: (row: Row) => number) => rows.reduce((sum, row) => sum + value(row), 0)
  const { km, source } = mileageOf(way)
  const drivingSeconds = total(driven, ({ seconds }) => seconds)
  return {
    ...{ mileage: km, mileageSource: source, drivingSeconds },
    stopSeconds: total(stood, ({ seconds }) => seconds),
    idleSeconds: total(stood, ({ idleSeconds }) => idleSeconds),
    overspeedSeconds: total(sped, ({ seconds }) => seconds),
    maxSpeed: fastestOf(way),
    averageSpeed: perHour(
      total(driven, ({ mileage }) => mileage),
      drivingSeconds,
    ),
    ...{ trips: driven, stops: stood, overspeeds: sped },
  }
}

const perHour = (km: number, seconds: number) => (seconds ? Math.round((km / seconds) * 36_000) / 10 : 0)
