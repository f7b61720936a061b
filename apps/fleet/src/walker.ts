import { at, toLngLat } from '@huanwei/city/geometry'
import { neighbours } from '@huanwei/city/streets'
import type { Team } from '@huanwei/city/teams'
import { chance } from './chance.ts'
import { groundFor } from './ground.ts'
import { type Interruption, interruptionsOf, rideAt } from './interruptions.ts'
import type { Vehicle } from './vehicle.ts'
import { opposite, wayThrough } from './way.ts'

const salt = 23
const dayMs = 86_400_000
const hourMs = 3_600_000
const shanghaiMs = 8 * hourMs
/** When the shifts begin, hours of the day in Asia/Shanghai; of a hundred workers those up to `until` work in each. */
const shifts = [
  { begins: 5, until: 45 },
  { begins: 13, until: 80 },
  { begins: 21, until: 100 },
] as const
const shiftHours = 8.5
/** Metres a second while sweeping on, and how long of each spell is spent standing, seconds. */
const pace = 1.1
const [spell, rest] = [600, 150]
const beatKilometres = 1.6
/** Left of the middle of the street, kilometres. */
const pavement = 0.006

/** One worker as a function of time: back and forth on a beat of some streets during the shift, nothing to be heard otherwise. */
export function createWalker(seed: number, index: number, team: Team): Vehicle {
  const random = chance(seed, index, salt)
  const { way, nodes } = beatOf(team, random)
  const late = (random() - 0.5) * 0.5
  const begins = Math.round((shiftOf(random() * 100) + late) * hourMs)
  let planned: { start: number; interruptions: Interruption[] } | undefined

  /** After so many seconds of work. */
  function workAt(worked: number) {
    const inSpell = worked % spell
    const walked = (Math.floor(worked / spell) * (spell - rest) + Math.min(inSpell, spell - rest)) * pace
    const there = walked % (2 * way.metres)
    const isBack = there > way.metres
    const { point, heading, leg } = way.after(isBack ? 2 * way.metres - there : there)
    return {
      ...{ point, walked, ahead: at(nodes, isBack ? leg : leg + 1) },
      heading: isBack ? opposite(heading) : heading,
      speed: inSpell < spell - rest ? pace * 3.6 : 0,
    }
  }

  function planOf(start: number) {
    if (planned?.start !== start)
      planned = { start, interruptions: interruptionsOf(chance(seed, index, start), team, Math.floor(shiftHours), workAt) }
    return planned.interruptions
  }

  /** So many seconds after the shift began: what is going on, and where. */
  function shiftAt(interruptions: readonly Interruption[], second: number) {
    let interrupted = 0
    let ridden = 0
    for (const { kind, from, to, way: out } of interruptions) {
      if (second < from) break
      const passed = Math.min(second, to) - from
      interrupted += passed
      const ride = out && rideAt(out, passed)
      ridden += ride?.ridden ?? 0
      if (second >= to) continue
      const work = workAt(second - interrupted)
      return { ...work, speed: 0, ...ride, kind, driven: work.walked + ridden }
    }
    const work = workAt(second - interrupted)
    return { ...work, kind: undefined, driven: work.walked + ridden }
  }

  return (time) => {
    const start = time - ((time + shanghaiMs - begins) % dayMs)
    const worked = Math.min(time - start, shiftHours * hourMs) / 1000
    const isWorking = worked < shiftHours * 3600
    const { point, heading, speed, driven, kind } = shiftAt(planOf(start), worked)
    const [headingX, headingY] = heading
    const [lng, lat] = toLngLat([point[0] - headingY * pavement, point[1] + headingX * pavement])
    return {
      ...{ time, lng, lat, second: worked % 3600, start, driven },
      speed: isWorking ? speed : 0,
      direction: Math.round((Math.atan2(headingX, headingY) * 180) / Math.PI + 360) % 360,
      engineOn: isWorking,
      episodes: new Set(isWorking ? (kind === 'sos' ? ['sos' as const] : []) : ['dark' as const]),
    }
  }
}

const shiftOf = (drawn: number) => shifts.find(({ until }) => drawn < until)?.begins ?? 0

/** A walk over the streets of the ground that turns back only where a street ends, and the nodes it passes. */
function beatOf(team: Team, random: () => number) {
  const { streets, points } = groundFor(team)
  const around = neighbours(streets)
  let node = Math.floor(random() * points.length)
  let before = -1
  const nodes = [node]
  for (let length = 0; length < beatKilometres; ) {
    const onward = at(around, node).filter((next) => next.node !== before)
    const next = onward[Math.floor(random() * onward.length)] ?? at(at(around, node), 0)
    before = node
    node = next.node
    length += next.length / 1000
    nodes.push(node)
  }
  return { nodes, way: wayThrough(nodes.map((one) => at(points, one))) }
}
