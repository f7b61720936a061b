import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { dateTime, id, lat, lng, whole } from '../fields.ts'
import { ObjectType } from '../objects.ts'
import { page, pageQuery } from '../page.ts'
import { mostPoints, usualPoints, usualSpeedLimit } from './rules.ts'

/** Device time, both ends included. */
const span = { startTime: dateTime, endTime: dateTime }
/** Object of the track: a vehicle or a person. */
const whose = { objectType: z.enum([ObjectType.vehicle, ObjectType.person]), objectId: id }

/** One point of a track in device time. Degrees WGS-84, km/h, m, km. Source: spec 3, section 8. */
export const TrackPoint = z.object({
  lng: z.number(),
  lat: z.number(),
  speed: z.number(),
  direction: z.number(),
  altitude: z.number(),
  time: z.string(),
  status: z.number(),
  mileage: z.number().nullable(),
})
export type TrackPoint = z.infer<typeof TrackPoint>

/** Located fixes as they were reported, at most 7 days and 100 000 of them. */
export const getVehicleHistory = endpoint({
  method: 'POST',
  path: '/admin/device/data/getVehicleDeviceHistoryData',
  access: 'session',
  reads: true,
  input: z.object({ vehicleId: id, ...span }),
  output: z.array(TrackPoint),
})
/** The same of a person. */
export const getPersonHistory = endpoint({
  method: 'POST',
  path: '/admin/device/data/getUserDeviceHistoryData',
  access: 'session',
  reads: true,
  input: z.object({ userId: id, ...span }),
  output: z.array(TrackPoint),
})

/** One fix of a list; `id` grows with its time. */
export const FixRow = TrackPoint.extend({ id: z.number() })
export type FixRow = z.infer<typeof FixRow>

/** Located fixes as they were reported, the first ones first. */
export const listFixes = endpoint({
  method: 'GET',
  path: '/admin/device/data/page',
  access: 'session',
  input: pageQuery.extend({ ...whose, ...span }),
  output: page(FixRow),
})

/** `isBreak`: nobody knows how it came here from the point before. */
export const WayPoint = TrackPoint.extend({ isBreak: z.boolean() })
export type WayPoint = z.infer<typeof WayPoint>

/** The way as a map draws it: without jumps, and of a long one the points that say most about it. Ask for a shorter span to see more. */
export const getTrack = endpoint({
  method: 'POST',
  path: '/admin/device/data/getTrack',
  access: 'session',
  reads: true,
  input: z.object({ ...whose, ...span, most: whole(z.number().int().min(2).max(mostPoints).default(usualPoints)) }),
  output: z.object({
    /** Plate of the vehicle, name of the person. */
    name: z.string(),
    points: z.array(WayPoint),
    /** Number of positions it was made of. */
    total: z.number().int(),
  }),
})

const Place = z.object({ lng, lat, position: z.string() })
/** A stretch of time; `seconds` from its first fix to its last. */
const Stretch = z.object({ startTime: z.string(), endTime: z.string(), seconds: z.number() })

/** Standing still; `idleSeconds` of it with the ignition on. */
export const Stop = Stretch.extend({ ...Place.shape, idleSeconds: z.number() })
export type Stop = z.infer<typeof Stop>
/** Moving between two stops, or from or to a silence. km, km/h. */
export const Trip = Stretch.extend({
  from: Place,
  to: Place,
  mileage: z.number(),
  maxSpeed: z.number(),
  averageSpeed: z.number(),
})
export type Trip = z.infer<typeof Trip>
/** Faster than the limit. km/h. */
export const Overspeed = Stretch.extend({ ...Place.shape, maxSpeed: z.number() })
export type Overspeed = z.infer<typeof Overspeed>

/** More than ten minutes without a fix, after which it was found elsewhere. `km` in a straight line: the way is not known. */
export const Silence = Stretch.extend({ km: z.number() })

/** Standing, with the engine on, on the way, or at work for a job plan. */
export const BandKind = z.enum(['stop', 'idle', 'drive', 'work'])
export type BandKind = z.infer<typeof BandKind>
/** A stretch of time in which one thing was done. */
export const Band = Stretch.extend({ kind: BandKind })
export type Band = z.infer<typeof Band>

/** km by the terminal's odometer, or where it has none by the way between the fixes. */
export const MileageSource = z.enum(['odometer', 'distance'])

/** Driving of a vehicle: stops, trips, idling, overspeed, mileage. At most 31 days. */
export const getDrivingDetail = endpoint({
  method: 'POST',
  path: '/admin/device/data/getDataByDrivingDetail',
  access: 'session',
  reads: true,
  input: z.object({ ...whose, ...span, speedLimit: whole(z.number().int().min(1).max(300).default(usualSpeedLimit)) }),
  output: z.object({
    mileage: z.number(),
    mileageSource: MileageSource,
    /** Seconds in trips, in stops, in stops with the ignition on, above the limit. */
    drivingSeconds: z.number(),
    stopSeconds: z.number(),
    idleSeconds: z.number(),
    overspeedSeconds: z.number(),
    /** km/h */
    maxSpeed: z.number(),
    averageSpeed: z.number(),
    trips: z.array(Trip),
    stops: z.array(Stop),
    /** Sum of the silences in km; no part of the mileage. */
    unknownKm: z.number(),
    silences: z.array(Silence.extend({ from: Place, to: Place })),
    overspeeds: z.array(Overspeed),
    /** Stops and trips in order of time, cut where work or idling begins. */
    bands: z.array(Band),
  }),
})
export type DrivingDetail = z.infer<typeof getDrivingDetail.output>

/** Mileage of one vehicle on one day. */
export const DayMileage = z.object({
  vehicleId: z.number(),
  plateNumber: z.string(),
  /** `yyyy-MM-dd`. */
  day: z.string(),
  /** km */
  mileage: z.number(),
  mileageSource: MileageSource,
  /** Sum of the silences that ended on the day in km, as far as they began on the first day of the list, the day before it, or later. */
  unknownKm: z.number(),
  silences: z.array(Silence),
})
export type DayMileage = z.infer<typeof DayMileage>

/** km per vehicle and day, of days on which it was heard. Whole days from the first to the last. */
export const getMileageList = endpoint({
  method: 'POST',
  path: '/admin/device/data/getVehicleMileageList',
  access: 'session',
  reads: true,
  input: z.object({ vehicleIds: z.array(id).min(1).max(200), ...span }),
  output: z.array(DayMileage),
})

/** Address of a position. */
export const getPlace = endpoint({
  method: 'GET',
  path: '/admin/device/data/place',
  access: 'session',
  input: z.object({ lng: z.coerce.number().pipe(lng), lat: z.coerce.number().pipe(lat) }),
  output: z.object({ position: z.string() }),
})

/** A stay of a vehicle or a person in a box, or its way through. */
export const Passage = z.object({
  ...whose,
  objectId: z.number(),
  name: z.string(),
  deptName: z.string(),
  /** First fix in the box; on a way through without one in it, the fix before. */
  startTime: z.string(),
  /** Last fix in it, or the one behind. */
  endTime: z.string(),
  /** Fixes in it. */
  fixes: z.number().int(),
  /** km/h */
  highestSpeed: z.number(),
})
export type Passage = z.infer<typeof Passage>

/**
 * Who was here: the vehicles and people in scope that were in a box of at most `widestBox` within at most a day, by time. 400 says what is too
 * large.
 */
export const getPassages = endpoint({
  method: 'POST',
  path: '/admin/device/data/getPassages',
  access: 'session',
  reads: true,
  input: z.object({ west: lng, south: lat, east: lng, north: lat, ...span }),
  output: z.object({
    passages: z.array(Passage),
    /** All that there are; `passages` are the first `mostPassages`. */
    total: z.number().int(),
  }),
})
