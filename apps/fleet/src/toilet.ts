import { livedDays } from './busy-hours.ts'
import { chance } from './chance.ts'
import type { Measure } from './measurement.ts'

const salt = 31
const dayMs = 86_400_000
const minuteMs = 60_000
/** How long a visitor stays. */
const stayMs = 4 * minuteMs
const shanghaiMs = 8 * 3_600_000
/** When the meters stood at nothing. */
const metersFrom = Date.UTC(2020, 0, 1)
/** Somebody cleans so often; then the gas is gone, and the fan runs again. */
const cleaningMs = 2 * 3_600_000
/** Between two cleanings the fan of one toilet in so many stands still; then so much ammonia gathers, ppm a minute up to the most. */
const [fanOne, gathering, gathered] = [14, 0.5, 7]
const cubicles = 4
/** How often sensors measure: often enough for none to count as offline. */
export const measuredMs = 5 * minuteMs

const rounded = (value: number, digits: number) => Number(value.toFixed(digits))

/** One public toilet as a function of time: gas rises with visitors until somebody cleans, and fast where the fan stands still; meters only go up. */
export function createToilet(seed: number, number: number): Measure {
  const random = chance(seed, number, salt)
  const visitorsPerDay = 250 + random() * 500
  const cleanedAt = random() * cleaningMs
  const closeness = 0.6 + random()

  /** ppm that gather because the fan stands still, so long after the last cleaning. */
  function withoutFan(cleaning: number, sinceMs: number) {
    const draw = chance(seed, number, cleaning, salt)
    if (draw() * fanOne >= 1) return 0
    const still = sinceMs - draw() * 0.7 * cleaningMs
    return Math.min(gathered, Math.max(0, still / minuteMs) * gathering)
  }

  /** Since 1970. */
  const visitors = (time: number) => visitorsPerDay * livedDays(time)
  /** Since the reading before. */
  const passed = (time: number) => Math.floor(visitors(time)) - Math.floor(visitors(time - measuredMs))
  const atFirst = visitors(metersFrom)

  return (time) => {
    const draw = chance(seed, number, Math.floor(time / minuteMs))
    const came = visitors(time)
    const sinceCleaned = (time - cleanedAt) % cleaningMs
    const gas =
      (came - visitors(time - sinceCleaned)) * 0.03 * closeness +
      withoutFan(Math.floor((time - cleanedAt) / cleaningMs), sinceCleaned)
    const warmth = Math.sin((((time + shanghaiMs) % dayMs) / dayMs) * 2 * Math.PI - 2)
    const inside = Math.floor(came) - Math.floor(visitors(time - stayMs))
    return [
      { metric: 'ammonia', value: rounded(0.3 + gas + draw() * 0.2, 2) },
      { metric: 'hydrogenSulphide', value: rounded(0.02 + gas * 0.08 + draw() * 0.02, 3) },
      { metric: 'temperature', value: rounded(18 + 6 * warmth + draw(), 1) },
      { metric: 'humidity', value: rounded(62 - 10 * warmth + draw() * 4, 1) },
      { metric: 'peopleIn', value: passed(time) },
      { metric: 'peopleOut', value: passed(time - stayMs) },
      ...Array.from({ length: cubicles }, (_, n) => ({
        ...{ metric: 'occupied', channel: n + 1, value: draw() * cubicles < inside ? 1 : 0 },
      })),
      { metric: 'water', value: rounded((came - atFirst) * 0.006, 3) },
      { metric: 'power', value: rounded((came - atFirst) * 0.011, 2) },
    ]
  }
}
