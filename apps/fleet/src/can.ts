import { livedDays } from './busy-hours.ts'
import { chance } from './chance.ts'
import type { Measure } from './measurement.ts'

const salt = 37
const dayMs = 86_400_000
const hourMs = 3_600_000
const shanghaiMs = 8 * hourMs
/** A battery lasts so many days. */
const batteryDays = 240
/** In one hour of so many somebody leaves more than it holds, which is fetched within the hour. */
const dumpOne = 90

/** One garbage can as a function of time: it fills as the city lives, and is emptied every morning, the busiest once more in the afternoon; now and then somebody fills it at once. */
export function createCan(seed: number, number: number): Measure {
  const random = chance(seed, number, salt)
  const perDay = 45 + random() * 110
  const emptiedAt = (4.5 + random() * 3) * hourMs
  const everyMs = perDay > 110 ? dayMs / 2 : dayMs
  const used = random() * batteryDays
  const phase = random() * hourMs

  /** Whether it is full of what somebody left there in this hour of its own. */
  function isDumpedIn(time: number) {
    const hours = (time + phase) / hourMs
    const draw = chance(seed, number, Math.floor(hours), salt)
    const share = hours % 1
    return draw() * dumpOne < 1 && share >= draw() * 0.3 && share < 1 - draw() * 0.3
  }

  return (time) => {
    const sinceEmptied = (time + shanghaiMs - emptiedAt) % everyMs
    const fill = (livedDays(time) - livedDays(time - sinceEmptied)) * perDay
    const battery = 100 - ((time / dayMs + used) % batteryDays) * (92 / batteryDays)
    return [
      { metric: 'fill', value: isDumpedIn(time) ? 100 : Math.min(100, Math.round(fill)) },
      { metric: 'battery', value: Math.round(battery) },
    ]
  }
}
