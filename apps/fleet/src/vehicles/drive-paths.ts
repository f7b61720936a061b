import { at, type Point } from '@huanwei/city/geometry'
import { whole } from '@huanwei/city/random'
import { routeInZone, routeOutOfZone, type ZoneStreets } from '../streets/zone-streets.ts'
import { type DrivePath, MotionBuilder } from './motion.ts'

/** Seconds that driving the path takes. */
export function drivingSeconds(path: DrivePath): number {
  const trial = new MotionBuilder(path.points[0] ?? [0, 0])
  trial.drive(path)
  return trial.seconds
}

/** The shortest path, as slow as the remaining `seconds` allow. */
export function pathInTime(zone: ZoneStreets, from: number, to: number, top: number, seconds: number): DrivePath {
  for (const speed of [2.5, 3, 3.6, 4.4, 5.4, 6.6, 8, 10]) {
    const path = shortestDrive(zone, from, to, speed)
    if (speed < top && drivingSeconds(path) < seconds - 5) return path
  }
  return shortestDrive(zone, from, to, top)
}

/** The shortest path without a stop, at most at `top` m/s. */
export function shortestDrive(zone: ZoneStreets, from: number, to: number, top: number): DrivePath {
  const { nodes, edges } = routeInZone(zone, from, to)
  return {
    points: nodes.map((node) => at(zone.points, node)),
    speeds: edges.map((edge) => Math.min(top, at(zone.streets.edges, edge).limit / 3.6)),
    waits: nodes.map(() => 0),
  }
}

/** The shortest path with traffic lights that are sometimes red. */
export function pathWithLights(zone: ZoneStreets, random: () => number, from: number, to: number, top: number): DrivePath {
  const path = shortestDrive(zone, from, to, top)
  return { ...path, waits: path.waits.map((_, i) => (i > 0 && i < path.waits.length - 1 ? redLightSeconds(random) : 0)) }
}

const redLightSeconds = (random: () => number) => (random() < 0.08 ? whole(random, 8, 40) : 0)

/** A path to the beginning of the stretch, then along it at `fast` m/s. */
export function pathAlongStretch(
  zone: ZoneStreets,
  random: () => number,
  from: number,
  stretch: number[],
  top: number,
  fast: number,
): DrivePath {
  const path = pathWithLights(zone, random, from, at(stretch, 0), top)
  const onward = stretch.slice(1)
  return {
    points: [...path.points, ...onward.map((node) => at(zone.points, node))],
    speeds: [...path.speeds, ...onward.map(() => fast)],
    waits: [...path.waits, ...onward.map(() => 0)],
  }
}

/** A path out of the zone, a stop there, and the same path back. */
export function pathOutAndBack(zone: ZoneStreets, random: () => number, from: number, top: number): DrivePath {
  const { points, edges } = routeOutOfZone(zone, random, from)
  if (!points.length) return { points: [at(zone.points, from)], speeds: [], waits: [0] }
  const speeds = edges.map(({ limit }) => Math.min(top, limit / 3.6))
  const back: Point[] = points.toReversed().slice(1)
  const stop = whole(random, 60, 150)
  return {
    points: [...points, ...back],
    speeds: [...speeds, ...speeds.toReversed()],
    waits: [...points.map((_, i) => (i === points.length - 1 ? stop : 0)), ...back.map(() => 0)],
  }
}
