import { toLngLat } from '@huanwei/city/geometry'
import { chance } from './chance.ts'
import { type Episode, type HourPlan, hourSeconds, hourStart, planHour } from './hour-plan.ts'
import { motionAt } from './motion.ts'

/** What a vehicle's instruments read. */
export type Reading = {
  /** Epoch ms. */
  time: number
  /** WGS-84, with the error of a receiver. */
  lng: number
  lat: number
  /** km/h */
  speed: number
  /** Degrees clockwise from north. */
  direction: number
  engineOn: boolean
  /** Metres since its hour began. */
  driven: number
  /** Second of its hour, and when that began (epoch ms). */
  second: number
  start: number
  episodes: ReadonlySet<Episode['kind']>
}

const salt = 11

/** Right of the middle of the street, in kilometres; parked vehicles stand beside each other. */
const laneKilometres = 0.003

/** One vehicle of the fleet as a function of time: the same for the same seed and index. Keeps the plan of the hour it was last asked for. */
export function createVehicle(seed: number, index: number) {
  const random = chance(seed, index, salt)
  const bay = { x: (random() - 0.5) * 0.04, y: (random() - 0.5) * 0.04 }
  const [wobbleX, wobbleY] = [random() * 60, random() * 60]
  let plan: HourPlan | undefined

  return (time: number): Reading => {
    const start = hourStart(seed, index, time)
    if (plan?.start !== start) plan = planHour(seed, index, start)
    const second = (time - start) / 1000
    const { x, y, speed, headingX, headingY, driven } = motionAt(plan.track, second)
    const engineOn = second < plan.engineOff
    const noise = 0.002
    const offX = (engineOn ? headingY * laneKilometres : bay.x) + noise * Math.sin(second / 37 + wobbleX)
    const offY = (engineOn ? -headingX * laneKilometres : bay.y) + noise * Math.sin(second / 41 + wobbleY)
    const [lng, lat] = toLngLat([x + offX, y + offY])
    const direction = Math.round((Math.atan2(headingX, headingY) * 180) / Math.PI + 360) % 360
    const episodes = new Set(plan.episodes.filter(({ from, to }) => second >= from && second < to).map(({ kind }) => kind))
    return {
      time,
      lng,
      lat,
      speed: speed * 3.6,
      direction,
      engineOn,
      driven,
      second: Math.min(second, hourSeconds),
      start,
      episodes,
    }
  }
}
export type Vehicle = ReturnType<typeof createVehicle>
