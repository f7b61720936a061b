import { toLngLat } from '@huanwei/city/geometry'
import type { Simulation } from '../carrier.ts'
import { randomStream } from '../random.ts'
import { type HourPlan, hourSeconds, hourStart, planHour } from './hour-plan.ts'
import { motionAt } from './motion.ts'

const salt = 11

/** Kilometres to the right of the street's centre line; parked vehicles stand in bays beside each other. */
const laneKilometres = 0.003
/** Kilometres; amplitude of the receiver's error. */
const receiverError = 0.002

/** Simulates a vehicle of the fleet. Caches the plan of the hour it was last asked for. */
export function createVehicle(seed: number, index: number): Simulation {
  const random = randomStream(seed, index, salt)
  const bay = { x: (random() - 0.5) * 0.04, y: (random() - 0.5) * 0.04 }
  const [phaseX, phaseY] = [random() * 60, random() * 60]
  let plan: HourPlan | undefined

  return (time) => {
    const start = hourStart(seed, index, time)
    if (plan?.start !== start) plan = planHour(seed, index, start)
    const second = (time - start) / 1000
    const { x, y, speed, headingX, headingY, driven } = motionAt(plan.motion, second)
    const engineOn = second < plan.engineOff
    const offsetX = (engineOn ? headingY * laneKilometres : bay.x) + receiverError * Math.sin(second / 37 + phaseX)
    const offsetY = (engineOn ? -headingX * laneKilometres : bay.y) + receiverError * Math.sin(second / 41 + phaseY)
    const [lng, lat] = toLngLat([x + offsetX, y + offsetY])
    const active = plan.episodes.filter(({ from, to }) => second >= from && second < to)
    return {
      time,
      lng,
      lat,
      speed: speed * 3.6,
      direction: Math.round((Math.atan2(headingX, headingY) * 180) / Math.PI + 360) % 360,
      engineOn,
      driven,
      second: Math.min(second, hourSeconds),
      start,
      conditions: new Set(active.map(({ condition }) => condition)),
    }
  }
}
