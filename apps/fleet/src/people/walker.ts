import { at, type Point, toLngLat } from '@huanwei/city/geometry'
import { neighbours } from '@huanwei/city/streets'
import type { Team } from '@huanwei/city/teams'
import { isRoadSweeper, shiftBeginOf } from '@huanwei/city/workers'
import { dayMs, hourMs, shanghaiMs } from '@huanwei/contract/time'
import type { Simulation } from '../carrier.ts'
import { randomStream } from '../random.ts'
import { opposite, type Polyline, polylineThrough } from '../streets/polyline.ts'
import { zoneStreetsOf } from '../streets/zone-streets.ts'
import { excursionAt, planShiftEvents, type ShiftEvent } from './shift-events.ts'

const salt = 23
const shiftHours = 8.5
/** m/s while sweeping. */
const walkingSpeed = 1.1
/** Seconds of one cycle of work, and the seconds at its end that are a rest. */
const [cycleSeconds, restSeconds] = [600, 150]
const routeKilometres = 1.6
/** Kilometres to the left of the street's centre line. */
const pavementOffset = 0.006

/** Simulates a worker who walks back and forth on a road of the team or a route of some streets during the shift; the badge is off at any other time. */
export function createWalker(seed: number, index: number, team: Team): Simulation {
  const random = randomStream(seed, index, salt)
  const route = roadOf(team, index) ?? sweepingRoute(team, random)
  // Up to a quarter of an hour before the shift.
  const shiftOffset = -random() * 0.25
  const begins = Math.round((shiftBeginOf(index) + shiftOffset) * hourMs)
  let planned: { start: number; events: ShiftEvent[] } | undefined

  function eventsOf(start: number) {
    if (planned?.start !== start) {
      const events = planShiftEvents(randomStream(seed, index, start), team, Math.floor(shiftHours), (worked) =>
        workAt(route, worked),
      )
      planned = { start, events }
    }
    return planned.events
  }

  return (time) => {
    const start = time - ((time + shanghaiMs - begins) % dayMs)
    const second = Math.min(time - start, shiftHours * hourMs) / 1000
    const isWorking = second < shiftHours * 3600
    const { point, heading, speed, driven, event } = shiftAt(route, eventsOf(start), second)
    const [headingX, headingY] = heading
    const [lng, lat] = toLngLat([point[0] - headingY * pavementOffset, point[1] + headingX * pavementOffset])
    return {
      time,
      lng,
      lat,
      second: second % 3600,
      start,
      driven,
      speed: isWorking ? speed : 0,
      direction: Math.round((Math.atan2(headingX, headingY) * 180) / Math.PI + 360) % 360,
      engineOn: isWorking,
      conditions: new Set(isWorking ? (event === 'sos' ? ['sos' as const] : []) : ['poweredOff' as const]),
    }
  }
}

/** A walk over the streets of a zone: its line and the nodes it passes. */
type SweepingRoute = { line: Polyline; nodes: number[] }

/** Position and motion after so many seconds of work on the route. */
function workAt({ line, nodes }: SweepingRoute, seconds: number) {
  const inCycle = seconds % cycleSeconds
  const sweepingSeconds = cycleSeconds - restSeconds
  const walked = (Math.floor(seconds / cycleSeconds) * sweepingSeconds + Math.min(inCycle, sweepingSeconds)) * walkingSpeed
  const position = walked % (2 * line.metres)
  const isReturning = position > line.metres
  const { point, heading, segment } = line.pointAt(isReturning ? 2 * line.metres - position : position)
  return {
    point,
    walked,
    ahead: at(nodes, isReturning ? segment : segment + 1),
    heading: isReturning ? opposite(heading) : heading,
    speed: inCycle < sweepingSeconds ? walkingSpeed * 3.6 : 0,
  }
}

type ShiftState = { point: Point; heading: Point; speed: number; driven: number; event: ShiftEvent['kind'] | undefined }

/** Position, motion and current event so many seconds after the shift began. */
function shiftAt(route: SweepingRoute, events: readonly ShiftEvent[], second: number): ShiftState {
  let interruptedSeconds = 0
  let riddenMetres = 0
  for (const { kind, from, to, path } of events) {
    if (second < from) break
    const elapsed = Math.min(second, to) - from
    interruptedSeconds += elapsed
    const ride = path && excursionAt(path, elapsed)
    riddenMetres += ride?.ridden ?? 0
    if (second >= to) continue
    const { point, heading, walked } = workAt(route, second - interruptedSeconds)
    const driven = walked + riddenMetres
    return ride ? { ...ride, driven, event: kind } : { point, heading, speed: 0, driven, event: kind }
  }
  const { point, heading, speed, walked } = workAt(route, second - interruptedSeconds)
  return { point, heading, speed, driven: walked + riddenMetres, event: undefined }
}

/** The road of the team that one of its road sweepers walks on. */
function roadOf(team: Team, index: number): SweepingRoute | undefined {
  const { roads, points } = zoneStreetsOf(team)
  if (!isRoadSweeper(index) || !roads.length) return undefined
  const nodes = at(roads, index % roads.length)
  return { nodes, line: polylineThrough(nodes.map((number) => at(points, number))) }
}

/** A walk over the streets of the zone that turns back only where a street ends. */
function sweepingRoute(team: Team, random: () => number): SweepingRoute {
  const { streets, points } = zoneStreetsOf(team)
  const adjacent = neighbours(streets)
  let node = Math.floor(random() * points.length)
  let previous = -1
  const nodes = [node]
  for (let length = 0; length < routeKilometres; ) {
    const onward = at(adjacent, node).filter((next) => next.node !== previous)
    const next = onward[Math.floor(random() * onward.length)] ?? at(at(adjacent, node), 0)
    previous = node
    node = next.node
    length += next.length / 1000
    nodes.push(node)
  }
  return { nodes, line: polylineThrough(nodes.map((number) => at(points, number))) }
}
