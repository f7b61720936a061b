import { hourMs, minuteMs } from '@huanwei/contract/time'
import { randomStream } from '../random.ts'
import { activityDays } from './daily-activity.ts'
import { metersStart, rounded, type SensorModel, warmthAt } from './measurement.ts'

const salt = 31
/** Length of a visit. */
const visitMs = 4 * minuteMs
/** Interval of the cleanings; a cleaning removes the gas and restarts the fan. */
const cleaningMs = 2 * hourMs
/** The fan fails after one cleaning in so many. */
const cleaningsPerFanFailure = 14
/** ppm of ammonia a minute that gather without the fan, and their maximum. */
const [ammoniaPerMinute, mostAmmonia] = [0.5, 7]
const cubicles = 4
/** Measuring interval of all sensors: short enough for none to count as offline. */
export const measuringIntervalMs = 5 * minuteMs

/**
 * The sensors of one public toilet. Gas rises with the visitors until the next cleaning, and fast while the fan stands still; meters only
 * go up.
 */
export function createToilet(seed: number, number: number): SensorModel {
  const random = randomStream(seed, number, salt)
  const visitorsPerDay = 250 + random() * 500
  const cleanedAt = random() * cleaningMs
  const gasFactor = 0.6 + random()

  /** ppm gathered because the fan stands still; `sinceMs`: time since the last cleaning. */
  function ammoniaWithoutFan(cleaning: number, sinceMs: number) {
    const draw = randomStream(seed, number, cleaning, salt)
    if (draw() * cleaningsPerFanFailure >= 1) return 0
    const stillMs = sinceMs - draw() * 0.7 * cleaningMs
    return Math.min(mostAmmonia, Math.max(0, stillMs / minuteMs) * ammoniaPerMinute)
  }

  /** Visitors since 1970. */
  const visitors = (time: number) => visitorsPerDay * activityDays(time)
  /** Visitors since the previous measurement. */
  const newVisitors = (time: number) => Math.floor(visitors(time)) - Math.floor(visitors(time - measuringIntervalMs))
  const visitorsAtStart = visitors(metersStart)

  return (time) => {
    const draw = randomStream(seed, number, Math.floor(time / minuteMs))
    const total = visitors(time)
    const sinceCleaned = (time - cleanedAt) % cleaningMs
    const gas =
      (total - visitors(time - sinceCleaned)) * 0.03 * gasFactor +
      ammoniaWithoutFan(Math.floor((time - cleanedAt) / cleaningMs), sinceCleaned)
    const warmth = warmthAt(time)
    const inside = Math.floor(total) - Math.floor(visitors(time - visitMs))
    return [
      { metric: 'ammonia', value: rounded(0.3 + gas + draw() * 0.2, 2) },
      { metric: 'hydrogenSulphide', value: rounded(0.02 + gas * 0.08 + draw() * 0.02, 3) },
      { metric: 'temperature', value: rounded(18 + 6 * warmth + draw(), 1) },
      { metric: 'humidity', value: rounded(62 - 10 * warmth + draw() * 4, 1) },
      { metric: 'peopleIn', value: newVisitors(time) },
      { metric: 'peopleOut', value: newVisitors(time - visitMs) },
      ...Array.from({ length: cubicles }, (_, n) => ({
        metric: 'occupied',
        channel: n + 1,
        value: draw() * cubicles < inside ? 1 : 0,
      })),
      { metric: 'water', value: rounded((total - visitorsAtStart) * 0.006, 3) },
      { metric: 'power', value: rounded((total - visitorsAtStart) * 0.011, 2) },
    ]
  }
}
