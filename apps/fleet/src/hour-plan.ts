import { type FleetVehicle, vehicleAt } from '@huanwei/city/fleet'
import { at, type Point } from '@huanwei/city/geometry'
import { between, pick, whole } from '@huanwei/city/random'
import { chance } from './chance.ts'
import { type Ground, groundFor, routeOn, wayOut } from './ground.ts'
import { type Track, TrackBuilder, type Way } from './motion.ts'

export const hourSeconds = 3600
const hourMs = 3_600_000

/** What goes on with a terminal from second `from` to `to` of an hour. `silent`: no network, reports are stored; `dark`: switched off. */
export type Episode = { kind: 'silent' | 'dark' | 'sos' | 'fatigue' | 'powerLost' | 'noFix'; from: number; to: number }

/** What one vehicle does in one hour of its own, which begins at `start` (epoch ms). */
export type HourPlan = { start: number; isWorking: boolean; engineOff: number; track: Track; episodes: Episode[] }

const salts = { shift: 1, place: 2, drive: 3, phase: 4 } as const

/** m/s that the vehicle drives at most on its way and, when it speeds, km/h. */
const manner = ({ type }: FleetVehicle) =>
  type === '洗扫车' ? { top: 38 / 3.6, speeding: [46, 57] as const } : { top: 54 / 3.6, speeding: [65, 77] as const }

/** Chances of an hour's episodes, with the seconds they last. */
const episodeChances = [
  { kind: 'silent', share: 0.06, shortest: 120, longest: 560 },
  { kind: 'dark', share: 0.012, shortest: 1100, longest: 2400 },
  { kind: 'sos', share: 0.004, shortest: 30, longest: 60 },
  { kind: 'fatigue', share: 0.01, shortest: 120, longest: 600 },
  { kind: 'powerLost', share: 0.005, shortest: 120, longest: 600 },
  { kind: 'noFix', share: 0.01, shortest: 20, longest: 60 },
] as const
const speedingShare = 0.2
const excursionShare = 0.025

/** A vehicle's hours begin at a second of its own, so that not all plan at once. Epoch ms of the hour that `time` is in. */
export function hourStart(seed: number, index: number, time: number): number {
  const phase = Math.floor(chance(seed, index, salts.phase)() * hourSeconds) * 1000
  return Math.floor((time - phase) / hourMs) * hourMs + phase
}

/** Whether the vehicle works in the hour that begins at `start`: more of them by day (Asia/Shanghai), most at any time. */
export function isWorking(seed: number, index: number, start: number): boolean {
  const hour = Math.floor(start / hourMs + 8) % 24
  return chance(seed, index, start, salts.shift)() < (hour >= 5 && hour < 21 ? 0.94 : 0.85)
}

/** Where the vehicle is when that hour begins. */
function placeAt(seed: number, index: number, start: number, { depot, points }: Ground): number {
  if (!isWorking(seed, index, start) || !isWorking(seed, index, start - hourMs)) return depot
  return Math.floor(chance(seed, index, start, salts.place)() * points.length)
}

/** What vehicle `index` does in the hour of its own that begins at `start`, a value of `hourStart`. Pure. */
export function planHour(seed: number, index: number, start: number): HourPlan {
  const vehicle = vehicleAt(index)
  const ground = groundFor(vehicle.team)
  const random = chance(seed, index, start, salts.drive)
  const from = placeAt(seed, index, start, ground)
  const to = placeAt(seed, index, start + hourMs, ground)
  const works = isWorking(seed, index, start)
  const builder = new TrackBuilder(at(ground.points, from))
  if (works) driveHour(builder, ground, random, manner(vehicle), from, to)
  const track = builder.done()
  const rest = hourSeconds - track.seconds
  return {
    start,
    isWorking: works,
    // Standing for long, the engine is switched off.
    engineOff: works ? (rest > 300 ? track.seconds + 60 : hourSeconds) : 0,
    track,
    episodes: episodesOf(random, works),
  }
}

function episodesOf(random: () => number, works: boolean): Episode[] {
  return episodeChances.flatMap(({ kind, share, shortest, longest }) => {
    const drawn = random()
    const seconds = whole(random, shortest, longest)
    const from = whole(random, 60, hourSeconds - longest)
    const isPossible = works || kind === 'silent' || kind === 'powerLost'
    return drawn < share && isPossible ? [{ kind, from, to: from + seconds }] : []
  })
}

type Manner = ReturnType<typeof manner>

/** Fills the hour with work, ways and stops, so that it ends at `to` in time. */
function driveHour(
  builder: TrackBuilder,
  ground: Ground,
  random: () => number,
  { top, speeding }: Manner,
  from: number,
  to: number,
) {
  const last = ground.points.length - 1
  let here = from
  let mayGoOut = random() < excursionShare
  let maySpeed = random() < speedingShare
  builder.stand(whole(random, 10, 50))
  for (;;) {
    const isOut = mayGoOut && builder.seconds > 300
    const speeds = !isOut && maySpeed && builder.seconds > 200 && ground.stretches.length > 0
    const stretch = speeds ? pick(random, ground.stretches) : undefined
    const goal = isOut ? here : stretch ? at(stretch, -1) : whole(random, 0, last)
    const way = isOut
      ? outAndBack(ground, random, here, top)
      : stretch
        ? alongStretch(ground, random, here, stretch, top, between(random, speeding[0], speeding[1]) / 3.6)
        : driveTo(ground, random, here, goal, random() < 0.72 ? between(random, 8, 15) / 3.6 : top)
    const stop = whole(random, 15, 70)
    if (builder.seconds + secondsOf(way) + stop + secondsOf(straightTo(ground, goal, to, top)) > hourSeconds - 20) break
    if (isOut) mayGoOut = false
    if (stretch) maySpeed = false
    builder.drive(way)
    builder.stand(stop)
    here = goal
  }
  builder.drive(inTime(ground, here, to, top, hourSeconds - builder.seconds))
}

function secondsOf(way: Way): number {
  const trial = new TrackBuilder(way.points[0] ?? [0, 0])
  trial.drive(way)
  return trial.seconds
}

/** The way home, as slow as the time that is left allows. */
function inTime(ground: Ground, from: number, to: number, top: number, seconds: number): Way {
  for (const speed of [2.5, 3, 3.6, 4.4, 5.4, 6.6, 8, 10]) {
    const way = straightTo(ground, from, to, speed)
    if (speed < top && secondsOf(way) < seconds - 5) return way
  }
  return straightTo(ground, from, to, top)
}

/** A way without a stop, at most at `top` m/s. */
function straightTo(ground: Ground, from: number, to: number, top: number): Way {
  const { nodes, edges } = routeOn(ground, from, to)
  return {
    points: nodes.map((node) => at(ground.points, node)),
    speeds: edges.map((edge) => Math.min(top, at(ground.streets.edges, edge).limit / 3.6)),
    waits: nodes.map(() => 0),
  }
}

/** A way with lights that are sometimes red. */
function driveTo(ground: Ground, random: () => number, from: number, to: number, top: number): Way {
  const way = straightTo(ground, from, to, top)
  return { ...way, waits: way.waits.map((_, i) => (i > 0 && i < way.waits.length - 1 ? redLight(random) : 0)) }
}

const redLight = (random: () => number) => (random() < 0.08 ? whole(random, 8, 40) : 0)

/** To the beginning of the stretch, then along it at `fast` m/s. */
function alongStretch(ground: Ground, random: () => number, from: number, stretch: number[], top: number, fast: number): Way {
  const way = driveTo(ground, random, from, at(stretch, 0), top)
  const rest = stretch.slice(1)
  return {
    points: [...way.points, ...rest.map((node) => at(ground.points, node))],
    speeds: [...way.speeds, ...rest.map(() => fast)],
    waits: [...way.waits, ...rest.map(() => 0)],
  }
}

/** Out of the ground, a stop there, and back the same way. */
function outAndBack(ground: Ground, random: () => number, from: number, top: number): Way {
  const { points, edges } = wayOut(ground, random, from)
  if (!points.length) return { points: [at(ground.points, from)], speeds: [], waits: [0] }
  const speeds = edges.map(({ limit }) => Math.min(top, limit / 3.6))
  const back: Point[] = points.toReversed().slice(1)
  const stop = whole(random, 60, 150)
  return {
    points: [...points, ...back],
    speeds: [...speeds, ...speeds.toReversed()],
    waits: [...points.map((_, i) => (i === points.length - 1 ? stop : 0)), ...back.map(() => 0)],
  }
}
