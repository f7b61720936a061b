import { type FleetVehicle, kitchenTruck, vehicleAt } from '@huanwei/city/fleet'
import { at } from '@huanwei/city/geometry'
import { between, pick, whole } from '@huanwei/city/random'
import { workOfType } from '@huanwei/city/work-places'
import { hourMs } from '@huanwei/contract/time'
import type { Condition } from '../carrier.ts'
import { randomStream } from '../random.ts'
import { type ZoneStop, type ZoneStreets, zoneStreetsOf } from '../streets/zone-streets.ts'
import { drivingSeconds, pathAlongStretch, pathInTime, pathOutAndBack, pathWithLights, shortestDrive } from './drive-paths.ts'
import { type DrivePath, MotionBuilder, type MotionProfile } from './motion.ts'

export const hourSeconds = 3600

/** A condition that lasts from second `from` to second `to` of an hour. */
export type Episode = { condition: Condition; from: number; to: number }

/**
 * Everything one vehicle does in one hour of its own, which begins at `start` (epoch ms). `engineOff`: second at which the engine is switched
 * off. `collections`: the places at which it collects, and the middle of each stop there.
 */
export type HourPlan = {
  start: number
  isWorking: boolean
  engineOff: number
  motion: MotionProfile
  episodes: Episode[]
  collections: Collection[]
}
export type Collection = { place: string; second: number }

const salts = { shift: 1, place: 2, drive: 3, phase: 4 } as const

/** `top`: the vehicle's usual speed limit, m/s. `speeding`: range it speeds in, km/h. */
const drivingStyleOf = ({ type }: FleetVehicle) =>
  type === '洗扫车' ? { top: 38 / 3.6, speeding: [46, 57] as const } : { top: 54 / 3.6, speeding: [65, 77] as const }
type DrivingStyle = ReturnType<typeof drivingStyleOf>

/** Probabilities per hour of the episodes, with the seconds they last. */
const episodeChances = [
  { condition: 'noNetwork', probability: 0.06, shortest: 120, longest: 560 },
  { condition: 'poweredOff', probability: 0.012, shortest: 1100, longest: 2400 },
  { condition: 'sos', probability: 0.004, shortest: 30, longest: 60 },
  { condition: 'fatigue', probability: 0.01, shortest: 120, longest: 600 },
  { condition: 'powerLost', probability: 0.005, shortest: 120, longest: 600 },
  { condition: 'noFix', probability: 0.01, shortest: 20, longest: 60 },
  { condition: 'phoning', probability: 0.05, shortest: 8, longest: 20 },
] as const
const speedingProbability = 0.2
const excursionProbability = 0.025
/** Share of the drives of a vehicle with a plan that are for it, and what a collection takes, s. */
const workShare = 0.7
const collecting = [40, 70] as const
/** Speed of sweeping and watering, km/h. */
const workSpeed = [9, 15] as const

/** Epoch ms at which the hour containing `time` began. A vehicle's hours begin at a second of its own, so that not all plan at once. */
export function hourStart(seed: number, index: number, time: number): number {
  const phase = Math.floor(randomStream(seed, index, salts.phase)() * hourSeconds) * 1000
  return Math.floor((time - phase) / hourMs) * hourMs + phase
}

/** True when the vehicle works in the hour that begins at `start`: more vehicles by day (Asia/Shanghai), most at any time. */
export function isWorking(seed: number, index: number, start: number): boolean {
  const hour = Math.floor(start / hourMs + 8) % 24
  return randomStream(seed, index, start, salts.shift)() < (hour >= 5 && hour < 21 ? 0.94 : 0.85)
}

/** The street node at which the vehicle is when that hour begins. */
function startNode(seed: number, index: number, start: number, { depot, points }: ZoneStreets): number {
  if (!isWorking(seed, index, start) || !isWorking(seed, index, start - hourMs)) return depot
  return Math.floor(randomStream(seed, index, start, salts.place)() * points.length)
}

/** The plan of vehicle `index` for its hour that begins at `start`, a value of `hourStart`. Pure. */
export function planHour(seed: number, index: number, start: number): HourPlan {
  const vehicle = vehicleAt(index)
  const zone = zoneStreetsOf(vehicle.team)
  const random = randomStream(seed, index, start, salts.drive)
  const from = startNode(seed, index, start, zone)
  const to = startNode(seed, index, start + hourMs, zone)
  const works = isWorking(seed, index, start)
  const builder = new MotionBuilder(at(zone.points, from))
  const work: Episode[] = []
  const collections: Collection[] = []
  const style = drivingStyleOf(vehicle)
  if (works) driveHour(builder, { zone, random, style, type: vehicle.type, work, collections }, from, to)
  const motion = builder.done()
  const restSeconds = hourSeconds - motion.seconds
  return {
    start,
    isWorking: works,
    // The engine is switched off during a long stop.
    engineOff: works ? (restSeconds > 300 ? motion.seconds + 60 : hourSeconds) : 0,
    motion,
    episodes: [...episodesOf(random, works), ...work],
    collections,
  }
}

function episodesOf(random: () => number, works: boolean): Episode[] {
  return episodeChances.flatMap(({ condition, probability, shortest, longest }) => {
    const draw = random()
    const seconds = whole(random, shortest, longest)
    const from = whole(random, 60, hourSeconds - longest)
    const isPossible = works || condition === 'noNetwork' || condition === 'powerLost'
    return draw < probability && isPossible ? [{ condition, from, to: from + seconds }] : []
  })
}

type Drive = {
  zone: ZoneStreets
  random: () => number
  style: DrivingStyle
  type: FleetVehicle['type']
  /** When the implement worked. */
  work: Episode[]
  collections: Collection[]
}

/** Fills the hour with work, drives and stops such that it ends at node `to` in time. */
function driveHour(builder: MotionBuilder, drive: Drive, from: number, to: number) {
  const { zone, random, style } = drive
  const { top, speeding } = style
  const last = zone.points.length - 1
  let node = from
  let mayLeaveZone = random() < excursionProbability
  let maySpeed = random() < speedingProbability
  builder.stand(whole(random, 10, 50))
  for (;;) {
    const isExcursion = mayLeaveZone && builder.seconds > 300
    const speeds = !isExcursion && maySpeed && builder.seconds > 200 && zone.stretches.length > 0
    const worked = isExcursion || speeds || random() >= workShare ? undefined : workOn(builder, drive, node, to)
    if (worked !== undefined) {
      node = worked
      continue
    }
    const stretch = speeds ? pick(random, zone.stretches) : undefined
    const goal = isExcursion ? node : stretch ? at(stretch, -1) : whole(random, 0, last)
    const path = isExcursion
      ? pathOutAndBack(zone, random, node, top)
      : stretch
        ? pathAlongStretch(zone, random, node, stretch, top, between(random, speeding[0], speeding[1]) / 3.6)
        : pathWithLights(zone, random, node, goal, random() < 0.72 ? between(random, 8, 15) / 3.6 : top)
    const stop = whole(random, 15, 70)
    if (!fits(builder, [path], stop, shortestDrive(zone, goal, to, top))) break
    if (isExcursion) mayLeaveZone = false
    if (stretch) maySpeed = false
    builder.drive(path)
    builder.stand(stop)
    node = goal
  }
  builder.drive(pathInTime(zone, node, to, top, hourSeconds - builder.seconds))
}

/** True when these paths with a stop leave time for the way to the end of the hour. */
const fits = (builder: MotionBuilder, paths: DrivePath[], stop: number, home: DrivePath) =>
  builder.seconds + [...paths, home].reduce((sum, path) => sum + drivingSeconds(path), stop) <= hourSeconds - 20

/** Works on a road or at a stop of the plan, or collects at a restaurant. Returns the node where that ends; undefined when there is none, or no time for it. */
function workOn(builder: MotionBuilder, drive: Drive, node: number, to: number): number | undefined {
  if (drive.type === kitchenTruck) return collect(builder, drive, drive.zone.restaurants, node, to)
  const kind = workOfType[drive.type]
  if (kind === undefined) return undefined
  return kind === 'collecting' ? collect(builder, drive, drive.zone.stops, node, to) : workRoad(builder, drive, node, to)
}

function workRoad(builder: MotionBuilder, { zone, random, style: { top }, work }: Drive, node: number, to: number) {
  if (!zone.roads.length) return undefined
  const drawn = pick(random, zone.roads)
  const road = random() < 0.5 ? drawn : drawn.toReversed()
  const [first, last] = [at(road, 0), at(road, -1)]
  const approach = pathWithLights(zone, random, node, first, top)
  const along: DrivePath = {
    points: road.map((one) => at(zone.points, one)),
    speeds: road.slice(1).map(() => between(random, workSpeed[0], workSpeed[1]) / 3.6),
    waits: road.map(() => 0),
  }
  if (!fits(builder, [approach, along], 0, shortestDrive(zone, last, to, top))) return undefined
  builder.drive(approach)
  const from = builder.seconds
  builder.drive(along)
  work.push({ condition: 'atWork', from, to: builder.seconds })
  return last
}

function collect(builder: MotionBuilder, drive: Drive, stops: readonly ZoneStop[], node: number, to: number) {
  if (!stops.length) return undefined
  const { zone, random, collections } = drive
  const { top } = drive.style
  const { edge, point, name } = pick(random, stops)
  const { from, to: end, limit } = at(zone.streets.edges, edge)
  const speed = Math.min(top, limit / 3.6)
  const approach = pathWithLights(zone, random, node, from, top)
  const stand = whole(random, collecting[0], collecting[1])
  const past: DrivePath = {
    points: [at(zone.points, from), point, at(zone.points, end)],
    speeds: [speed, speed],
    waits: [0, stand, 0],
  }
  if (!fits(builder, [approach, past], stand, shortestDrive(zone, end, to, top))) return undefined
  builder.drive(approach)
  const arriving = { points: [at(zone.points, from), point], speeds: [speed], waits: [0, 0] }
  collections.push({ place: name, second: builder.seconds + drivingSeconds(arriving) + stand / 2 })
  builder.drive(past)
  return end
}
