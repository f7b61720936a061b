import { between } from '@huanwei/city/random'
import type { Team } from '@huanwei/city/teams'
import { workOfType } from '@huanwei/city/work-places'
import { hourMs, minuteMs } from '@huanwei/contract/time'
import type { Span } from '../../http/span.ts'
import type { LoadedVehicle } from '../vehicles.ts'
import type { Legs } from './legs.ts'
import { roadStintsOf, type Stint, stopStintsOf } from './stints.ts'

/** When a vehicle works on a day that begins then (epoch ms), undefined where it does not, and the work that it has a plan for. */
type Duty = { spanOn(day: number, random: () => number): Span | undefined; stints: readonly Stint[] }
/** The duty of a vehicle on the legs of its team. */
export type DutyOf = (one: LoadedVehicle, legs: Legs) => Duty

type Work = NonNullable<(typeof workOfType)[keyof typeof workOfType]>

/** Hours of a day, Asia/Shanghai, between which a vehicle without a plan begins and ends its work. */
const [begins, ends] = [
  [5.5, 7.5],
  [16.5, 19.5],
] as const
/** Hours at which the shifts of plans begin, by the work: the vehicles of a team take them in turn. */
const shiftBegins: Record<Work, readonly number[]> = { sweeping: [5, 13], watering: [5, 13, 21], collecting: [5, 13, 21] }
const shiftHours = 8
/** Time at both ends of a shift in which a vehicle leaves and returns, ms. */
const leewayMs = 25 * minuteMs
/** Share of its days on which a vehicle with a plan is in the workshop. */
const workshopShare = 0.06

/** Of vehicles without plans. */
export const freeDuty: DutyOf = () => ({
  spanOn: (day, random) => ({ from: day + between(random, ...begins) * hourMs, to: day + between(random, ...ends) * hourMs }),
  stints: [],
})

/** Of the vehicles of a fleet whose teams have plans for the work of their types. */
export function dutiesByPlan(fleet: readonly LoadedVehicle[]): DutyOf {
  const known = new Map<Team, Record<Work, Stint[]>>()
  const stintsOf = (team: Team, legs: Legs) => {
    const roads = roadStintsOf(team, legs)
    return { sweeping: roads, watering: roads, collecting: stopStintsOf(team, legs) }
  }
  const colleagues = Map.groupBy(fleet, ({ vehicle: { team, type } }) => `${team.name} ${workOfType[type]}`)
  return (one, legs) => {
    const { team, type } = one.vehicle
    const work = workOfType[type]
    if (!work) return freeDuty(one, legs)
    const stints = known.get(team) ?? stintsOf(team, legs)
    known.set(team, stints)
    const number = colleagues.get(`${team.name} ${work}`)?.indexOf(one) ?? 0
    const begin = shiftBegins[work][number % shiftBegins[work].length] ?? 0
    const spanOn = (day: number, random: () => number) => {
      const from = day + begin * hourMs + random() * leewayMs
      const to = day + (begin + shiftHours) * hourMs - random() * leewayMs
      return random() < workshopShare ? undefined : { from, to }
    }
    return { spanOn, stints: stints[work] }
  }
}
