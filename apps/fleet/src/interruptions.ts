import type { Point } from '@huanwei/city/geometry'
import { between } from '@huanwei/city/random'
import type { Team } from '@huanwei/city/teams'
import { groundFor, wayOut } from './ground.ts'
import { opposite, type StreetWay, wayThrough } from './way.ts'

/** What comes between in a shift, from second `from` to `to` of it: somebody stays in one place, rides out of their ground and back, or calls for help. */
export type Interruption = { kind: 'stay' | 'stray' | 'sos'; from: number; to: number; way?: StreetWay }

/** Of a hundred hours of work so many have each. */
const perHundredHours = { stay: 15, stray: 10, sos: 2 } as const
const hourSeconds = 3600
/** They begin within so many seconds of an hour, and none lasts until the next. */
const latestBegin = 1200
const callSeconds = 60
const staySeconds = [480, 1080] as const
/** Metres a second on an electric tricycle, and seconds out there. */
const ridePace = 4.2
const outSeconds = 200

/** The interruptions of a shift of so many hours; `placeAt` says where the worker is after so many seconds of work, and the street node ahead. */
export function interruptionsOf(
  random: () => number,
  team: Team,
  hours: number,
  placeAt: (workSeconds: number) => { point: Point; ahead: number },
): Interruption[] {
  const found: Interruption[] = []
  let interrupted = 0
  for (let hour = 0; hour < hours; hour++) {
    const drawn = random() * 100
    const from = Math.round(hour * hourSeconds + random() * latestBegin)
    const { stay, stray, sos } = perHundredHours
    const one: Interruption | undefined =
      drawn < stay
        ? { kind: 'stay', from, to: from + Math.round(between(random, ...staySeconds)) }
        : drawn < stay + stray
          ? strayFrom(random, team, from, placeAt(from - interrupted))
          : drawn < stay + stray + sos
            ? { kind: 'sos', from, to: from + callSeconds }
            : undefined
    if (!one || one.to > (hour + 1) * hourSeconds) continue
    found.push(one)
    interrupted += one.to - one.from
  }
  return found
}

/** The shortest way across the border and some way on; undefined where no street leads there. */
function strayFrom(
  random: () => number,
  team: Team,
  from: number,
  { point, ahead }: { point: Point; ahead: number },
): Interruption | undefined {
  const { centre, reach } = team
  const angle = Math.atan2((point[1] - centre[1]) / reach[1], (point[0] - centre[0]) / reach[0])
  const { points } = wayOut(groundFor(team), random, ahead, angle)
  if (!points.length) return undefined
  const way = wayThrough([point, ...points])
  return { kind: 'stray', from, to: from + Math.round((2 * way.metres) / ridePace + outSeconds), way }
}

/** Somebody who strays, so many seconds after they began: where, how fast (km/h), and how many metres they have ridden. */
export function rideAt(way: StreetWay, seconds: number) {
  const out = Math.min(seconds * ridePace, way.metres)
  const back = Math.max(0, (seconds - outSeconds) * ridePace - way.metres)
  const rides = out < way.metres || back > 0
  const { point, heading } = way.after(out - back)
  return { point, heading: back > 0 ? opposite(heading) : heading, speed: rides ? ridePace * 3.6 : 0, ridden: out + back }
}
