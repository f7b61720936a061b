import { dayMs, hourMs, shanghaiMs } from '@huanwei/contract/time'
import { randomStream } from '../random.ts'
import { activityDays } from './daily-activity.ts'
import type { SensorModel } from './measurement.ts'

const salt = 37
const batteryDays = 240
/** On average once in so many hours somebody overfills the can; it is emptied within the hour. */
const hoursPerOverfilling = 90

/**
 * The sensor of one garbage can. It fills with the activity of the city and is emptied every morning, a busy can also in the afternoon;
 * now and then somebody fills it completely.
 */
export function createCan(seed: number, number: number): SensorModel {
  const random = randomStream(seed, number, salt)
  const percentPerDay = 45 + random() * 110
  const emptiedAt = (4.5 + random() * 3) * hourMs
  const emptyingInterval = percentPerDay > 110 ? dayMs / 2 : dayMs
  const batteryAge = random() * batteryDays
  const phase = random() * hourMs

  /** True while the can is full of something left there in this hour of its own. */
  function isOverfilled(time: number) {
    const hours = (time + phase) / hourMs
    const draw = randomStream(seed, number, Math.floor(hours), salt)
    const share = hours % 1
    return draw() * hoursPerOverfilling < 1 && share >= draw() * 0.3 && share < 1 - draw() * 0.3
  }

  return (time) => {
    const sinceEmptied = (time + shanghaiMs - emptiedAt) % emptyingInterval
    const fill = (activityDays(time) - activityDays(time - sinceEmptied)) * percentPerDay
    const battery = 100 - ((time / dayMs + batteryAge) % batteryDays) * (92 / batteryDays)
    return [
      { metric: 'fill', value: isOverfilled(time) ? 100 : Math.min(100, Math.round(fill)) },
      { metric: 'battery', value: Math.round(battery) },
    ]
  }
}
