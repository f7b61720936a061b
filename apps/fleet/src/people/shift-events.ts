import type { Point } from '@huanwei/city/geometry'
import { between } from '@huanwei/city/random'
import type { Team } from '@huanwei/city/teams'
import { opposite, type Polyline, polylineThrough } from '../streets/polyline.ts'
import { routeOutOfZone, zoneStreetsOf } from '../streets/zone-streets.ts'

/**
 * An event that interrupts the work of a shift from second `from` to second `to`: the worker stops for long, rides out of the zone and back
 * along `path`, or calls for help.
 */
export type ShiftEvent = { kind: 'longStop' | 'excursion' | 'sos'; from: number; to: number; path?: Polyline }

/** Number of events in a hundred hours of work. */
const perHundredHours = { longStop: 15, excursion: 10, sos: 2 } as const
const hourSeconds = 3600
/** Seconds of an hour within which its event begins; none lasts into the next hour. */
const latestBegin = 1200
const sosSeconds = 60
const longStopSeconds = [480, 1080] as const
/** m/s of an electric tricycle. */
const rideSpeed = 4.2
const secondsOutside = 200

/** Position after some seconds of work, and the street node ahead. */
type WorkPosition = { point: Point; ahead: number }

/** Draws the events of a shift of so many hours. `positionAt`: where the worker is after so many seconds of work. */
export function planShiftEvents(
  random: () => number,
  team: Team,
  hours: number,
  positionAt: (workSeconds: number) => WorkPosition,
): ShiftEvent[] {
  const events: ShiftEvent[] = []
  let interruptedSeconds = 0
  for (let hour = 0; hour < hours; hour++) {
    const draw = random() * 100
    const from = Math.round(hour * hourSeconds + random() * latestBegin)
    const { longStop, excursion, sos } = perHundredHours
    const event: ShiftEvent | undefined =
      draw < longStop
        ? { kind: 'longStop', from, to: from + Math.round(between(random, ...longStopSeconds)) }
        : draw < longStop + excursion
          ? planExcursion(random, team, from, positionAt(from - interruptedSeconds))
          : draw < longStop + excursion + sos
            ? { kind: 'sos', from, to: from + sosSeconds }
            : undefined
    if (!event || event.to > (hour + 1) * hourSeconds) continue
    events.push(event)
    interruptedSeconds += event.to - event.from
  }
  return events
}

/** The shortest ride across the border and some way on; undefined where no street leads there. */
function planExcursion(random: () => number, team: Team, from: number, { point, ahead }: WorkPosition): ShiftEvent | undefined {
  const { centre, reach } = team
  const angle = Math.atan2((point[1] - centre[1]) / reach[1], (point[0] - centre[0]) / reach[0])
  const { points } = routeOutOfZone(zoneStreetsOf(team), random, ahead, angle)
  if (!points.length) return undefined
  const path = polylineThrough([point, ...points])
  return { kind: 'excursion', from, to: from + Math.round((2 * path.metres) / rideSpeed + secondsOutside), path }
}

/** Position, heading, speed (km/h) and metres ridden so many seconds after an excursion began. */
export function excursionAt(path: Polyline, seconds: number) {
  const out = Math.min(seconds * rideSpeed, path.metres)
  const back = Math.max(0, (seconds - secondsOutside) * rideSpeed - path.metres)
  const isRiding = out < path.metres || back > 0
  const { point, heading } = path.pointAt(out - back)
  return {
    point,
    heading: back > 0 ? opposite(heading) : heading,
    speed: isRiding ? rideSpeed * 3.6 : 0,
    ridden: out + back,
  }
}
