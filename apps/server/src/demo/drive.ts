import { at } from '@huanwei/city/geometry'
import { between, pick } from '@huanwei/city/random'
import { neighbours, streetNetwork } from '@huanwei/city/streets'
import { depotOf, isInZone, type Team } from '@huanwei/city/teams'
import { minuteMs } from '@huanwei/contract/time'
import type { Span } from '../http/span.ts'

/** Epoch ms, degrees WGS-84, km/h, degrees clockwise from north, km by the odometer. */
export type DrivenFix = { time: number; lng: number; lat: number; speed: number; direction: number; km: number }
/** From `at` to `end` (epoch ms) the vehicle speeds (km/h), is silent, or does nothing special. */
export type Incident = { at: number; end: number } & (
  | { kind: 'speeding'; limit: number; peak: number }
  | { kind: 'silent' | 'other' }
)
type Place = { lng: number; lat: number }
type Leg = { from: number; to: number; length: number; direction: number }

/** Usual speeds, km/h. */
const [slowest, fastest] = [8, 24]
const driveMs = [3 * minuteMs, 8 * minuteMs] as const
const standMs = [9 * minuteMs, 40 * minuteMs] as const
/** A standing vehicle reports this often: more rarely its track would break. */
const standingMs = 9 * minuteMs
/** Straight on nothing is reported for this long. */
const straightMs = 2 * minuteMs
const straightDegrees = 20
/** Reports are at least this far apart. */
const leastMs = 1000

/** Legs from each corner of a team's ground. */
export function legsOf(team: Team): Map<number, Leg[]> {
  const network = streetNetwork()
  const isInside = ({ lng, lat }: Place) => isInZone(team, lng, lat, 0.95)
  const legs = new Map<number, Leg[]>()
  for (const [from, list] of neighbours(network).entries()) {
    const here = at(network.nodes, from)
    if (!isInside(here)) continue
    const inside = list.filter(({ node }) => isInside(at(network.nodes, node)))
    legs.set(
      from,
      inside.map(({ node, length }) => ({ from, to: node, length, direction: directionOf(here, at(network.nodes, node)) })),
    )
  }
  return legs
}

function directionOf(from: Place, to: Place) {
  const east = (to.lng - from.lng) * Math.cos((from.lat * Math.PI) / 180)
  return (Math.round((Math.atan2(east, to.lat - from.lat) * 180) / Math.PI) + 360) % 360
}

/** A vehicle on the streets of its team: it turns at every corner as chance has it, and reports at corners and while it stands. */
export class Driver {
  readonly #legs: ReadonlyMap<number, Leg[]>
  readonly #random: () => number
  readonly fixes: DrivenFix[] = []
  #leg: Leg
  #time = 0
  /** Metres driven of the leg, and of all before it. */
  #driven = 0
  #before: number

  constructor(team: Team, legs: ReadonlyMap<number, Leg[]>, random: () => number, odometerKm: number) {
    this.#legs = legs
    this.#random = random
    this.#before = odometerKm * 1000
    this.#leg = pick(random, legs.get(depotOf(team)) ?? [])
  }

  /** Works during a span; incidents in order of time. Returns where the vehicle was when each began. */
  work({ from, to }: Span, incidents: readonly Incident[]): Place[] {
    this.#time = from
    const places = incidents.map((incident) => {
      this.#cruise(incident.at)
      const place = this.#place()
      this.#meet(incident)
      return place
    })
    this.#cruise(to)
    return places
  }

  #meet(incident: Incident) {
    if (incident.end <= this.#time) return
    if (incident.kind === 'speeding') {
      const { limit, peak } = incident
      this.#drive(incident.end, (isFirst) => (isFirst ? peak : between(this.#random, limit + 1, peak)))
    } else if (incident.kind === 'silent') this.#time = incident.end
    else this.#drive(incident.end, () => between(this.#random, slowest, fastest))
  }

  /** Drives and stands in turn. */
  #cruise(until: number) {
    while (this.#time < until) {
      const usual = between(this.#random, slowest, fastest)
      this.#drive(Math.min(until, this.#time + between(this.#random, ...driveMs)), () => usual)
      this.#stand(Math.min(until, this.#time + between(this.#random, ...standMs)))
    }
  }

  #stand(until: number) {
    for (; this.#time < until; this.#time = Math.min(until, this.#time + standingMs)) this.#report(0)
    this.#report(0)
  }

  #drive(until: number, speedOf: (isFirst: boolean) => number) {
    let speed = speedOf(true)
    this.#report(speed)
    while (this.#time < until) {
      const metresPerMs = speed / 3600
      const arrival = this.#time + (this.#leg.length - this.#driven) / metresPerMs
      if (arrival > until) {
        this.#driven += (until - this.#time) * metresPerMs
        this.#time = until
        break
      }
      this.#time = arrival
      const turned = this.#turn()
      speed = speedOf(false)
      const since = this.#time - at(this.fixes, -1).time
      if (since > straightMs || (turned > straightDegrees && since > leastMs)) this.#report(speed)
    }
    this.#report(speed)
  }

  /** Goes on at the corner, back only where the street ends. Returns the degrees turned. */
  #turn() {
    const { from, to, length, direction } = this.#leg
    const legs = this.#legs.get(to) ?? []
    const onward = legs.filter((leg) => leg.to !== from)
    this.#before += length
    this.#driven = 0
    this.#leg = pick(this.#random, onward.length ? onward : legs)
    const turned = Math.abs(this.#leg.direction - direction)
    return Math.min(turned, 360 - turned)
  }

  #place(): Place {
    const { nodes } = streetNetwork()
    const [from, to] = [at(nodes, this.#leg.from), at(nodes, this.#leg.to)]
    const part = Math.min(1, this.#driven / this.#leg.length)
    const round = (degrees: number) => Math.round(degrees * 1e6) / 1e6
    return { lng: round(from.lng + (to.lng - from.lng) * part), lat: round(from.lat + (to.lat - from.lat) * part) }
  }

  /** Keeps the last report of a moment. */
  #report(speed: number) {
    const time = Math.round(this.#time / 1000) * 1000
    const km = (this.#before + this.#driven) / 1000
    const fix = { time, ...this.#place(), speed: Math.round(speed * 10) / 10, direction: this.#leg.direction, km }
    if (this.fixes.at(-1)?.time === time) this.fixes.pop()
    this.fixes.push(fix)
  }
}
