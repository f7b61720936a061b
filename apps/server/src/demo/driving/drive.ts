import { at } from '@huanwei/city/geometry'
import { between, pick, whole } from '@huanwei/city/random'
import { streetNetwork } from '@huanwei/city/streets'
import { depotOf, type Team } from '@huanwei/city/teams'
import { minuteMs } from '@huanwei/contract/time'
import type { Span } from '../../http/span.ts'
import type { Leg, Legs } from './legs.ts'
import type { Stint } from './stints.ts'

/** Epoch ms, degrees WGS-84, km/h, degrees clockwise from north, km by the odometer; `isOn` while the implement is at work. */
export type DrivenFix = { time: number; lng: number; lat: number; speed: number; direction: number; km: number; isOn?: boolean }
/** From `at` to `end` (epoch ms) the vehicle speeds (km/h), is silent, or does nothing special. */
export type Incident = { at: number; end: number } & (
  | { kind: 'speeding'; limit: number; peak: number }
  | { kind: 'silent' | 'other' }
)
type Place = { lng: number; lat: number }
/** Legs to drive, until `end` metres of the last one. */
type Route = { legs: readonly Leg[]; end: number; isOn: boolean }

/** Usual speeds, and those while sweeping and watering, km/h. */
export type Speeds = { usual: readonly [number, number]; work: readonly [number, number] }
const drivingSpeeds: Speeds = { usual: [8, 24], work: [9, 15] }
export const walkingSpeeds: Speeds = { usual: [3, 5], work: [3, 4.5] }
const driveMs = [3 * minuteMs, 8 * minuteMs] as const
const standMs = [9 * minuteMs, 40 * minuteMs] as const
/** A standing vehicle reports this often: more rarely its track would break. */
const standingMs = 9 * minuteMs
/** Straight on nothing is reported for this long. */
const straightMs = 2 * minuteMs
const straightDegrees = 20
/** Reports are at least this far apart. */
const leastMs = 1000
/** On a road of its plan a vehicle reports this often. */
const workingMs = 75_000
/** Share of the drives of a vehicle with a plan that are for it. */
const workShare = 0.7
/** Time after a road until the vehicle stands with its implement raised, and that of a collection at a stop. */
const [raisingMs, collectingMs] = [10_000, minuteMs]

type Start = { team: Team; legs: Legs; stints: readonly Stint[]; odometerKm: number; speeds?: Speeds }

/**
 * A vehicle, or somebody on foot, on the streets of a team: it does its stints, turns at every corner as chance has it between them, and reports at
 * corners, on the roads of its plan and while it stands.
 */
export class Driver {
  readonly #legs: Legs
  readonly #stints: readonly Stint[]
  readonly #random: () => number
  readonly #speeds: Speeds
  readonly fixes: DrivenFix[] = []
  /** Place of the last stint among all. */
  #last = 0
  #leg: Leg
  #time = 0
  /** Metres driven of the leg, and of all before it. */
  #driven = 0
  #before: number

  constructor({ team, legs, stints, odometerKm, speeds = drivingSpeeds }: Start, random: () => number) {
    this.#legs = legs
    this.#stints = stints
    this.#speeds = speeds
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
    else this.#drive(incident.end, () => between(this.#random, ...this.#speeds.usual))
  }

  /** Drives and stands in turn. */
  #cruise(until: number) {
    while (this.#time < until) {
      const usual = between(this.#random, ...this.#speeds.usual)
      const stint = this.#stints.length && this.#random() < workShare ? this.#nextStint() : undefined
      const way = stint?.wayFrom(this.#leg.to)
      if (stint && way) this.#do(stint, way, usual, until)
      else this.#drive(Math.min(until, this.#time + between(this.#random, ...driveMs)), () => usual)
      this.#stand(Math.min(until, this.#time + between(this.#random, ...(stint?.standMs ?? standMs))))
    }
  }

  /** The stints come in turn, but one is left out now and then. */
  #nextStint() {
    this.#last = (this.#last + whole(this.#random, 1, 2)) % this.#stints.length
    return at(this.#stints, this.#last)
  }

  /** Drives to a stint at the usual speed and does it, as far as there is time. */
  #do({ legs, end, isRoad }: Stint, way: readonly Leg[], usual: number, until: number) {
    const speed = isRoad ? between(this.#random, ...this.#speeds.work) : usual
    const isThere = this.#drive(until, () => usual, { legs: way, end: (way.at(-1) ?? this.#leg).length, isOn: false })
    if (!isThere || !this.#drive(until, () => speed, { legs, end, isOn: isRoad })) return
    if (isRoad) this.#time = Math.min(until, this.#time + raisingMs)
    else this.#stand(Math.min(until, this.#time + collectingMs))
  }

  #stand(until: number) {
    for (; this.#time < until; this.#time = Math.min(until, this.#time + standingMs)) this.#report(0)
    this.#report(0)
  }

  /** Drives a route, or anywhere. Returns true at the end of the route. */
  #drive(until: number, speedOf: (isFirst: boolean) => number, route?: Route) {
    const { isOn = false } = route ?? {}
    const ahead = [...(route?.legs ?? [])]
    let speed = speedOf(true)
    this.#report(speed, isOn)
    while (this.#time < until) {
      const metresPerMs = speed / 3600
      const isLast = route !== undefined && ahead.length === 0
      const arrival = this.#time + ((isLast ? route.end : this.#leg.length) - this.#driven) / metresPerMs
      const pause = isOn ? Math.min(until, at(this.fixes, -1).time + workingMs) : until
      if (arrival > pause) {
        this.#driven += (pause - this.#time) * metresPerMs
        this.#time = pause
        this.#report(speed, isOn)
        continue
      }
      this.#time = arrival
      if (isLast) {
        this.#driven = route.end
        this.#report(speed, isOn)
        return true
      }
      const turned = this.#turn(ahead.shift())
      speed = speedOf(false)
      const since = this.#time - at(this.fixes, -1).time
      if (since > straightMs || ((isOn || turned > straightDegrees) && since > leastMs)) this.#report(speed, isOn)
    }
    this.#report(speed, isOn)
    return false
  }

  /** Goes on at the corner to a leg, or to any, back only where the street ends. Returns the degrees turned. */
  #turn(next?: Leg) {
    const { from, to, length, direction } = this.#leg
    const legs = this.#legs.get(to) ?? []
    const onward = legs.filter((leg) => leg.to !== from)
    this.#before += length
    this.#driven = 0
    this.#leg = next ?? pick(this.#random, onward.length ? onward : legs)
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
  #report(speed: number, isOn = false) {
    const time = Math.round(this.#time / 1000) * 1000
    const km = (this.#before + this.#driven) / 1000
    const fix = { time, ...this.#place(), speed: Math.round(speed * 10) / 10, direction: this.#leg.direction, km, isOn }
    if (this.fixes.at(-1)?.time === time) this.fixes.pop()
    this.fixes.push(fix)
  }
}
