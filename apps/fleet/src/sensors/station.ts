import { hourMs, minuteMs } from '@huanwei/contract/time'
import { randomStream } from '../random.ts'
import { activityDays } from './daily-activity.ts'
import { metersStart, rounded, type SensorModel, warmthAt } from './measurement.ts'

const salt = 43
/** After so long the hall is washed and sprayed; of the gas a tenth stays. */
const washingMs = 6 * hourMs
const leftByWashing = 0.1

/** The sensors in the hall of one transfer station. Gas rises with the waste that trucks bring until the hall is washed; meters only go up. */
export function createStation(seed: number, number: number): SensorModel {
  const random = randomStream(seed, number, salt)
  const tonnesPerDay = 60 + random() * 120
  const washedAt = random() * washingMs
  const gasPerTonne = 0.025 + random() * 0.025

  /** Tonnes that were brought since 1970. */
  const tonnes = (time: number) => tonnesPerDay * activityDays(time)

  return (time) => {
    const draw = randomStream(seed, number, Math.floor(time / minuteMs), salt)
    const washed = time - ((time - washedAt) % washingMs)
    const gas = gasPerTonne * (tonnes(time) - tonnes(washed) + leftByWashing * (tonnes(washed) - tonnes(washed - washingMs)))
    const warmth = warmthAt(time)
    const total = tonnes(time) - tonnes(metersStart)
    return [
      { metric: 'ammonia', value: rounded(0.4 + gas + draw() * 0.15, 2) },
      { metric: 'hydrogenSulphide', value: rounded(0.03 + gas * 0.06 + draw() * 0.01, 3) },
      { metric: 'temperature', value: rounded(20 + 5 * warmth + draw(), 1) },
      { metric: 'humidity', value: rounded(66 - 8 * warmth + draw() * 3, 1) },
      { metric: 'water', value: rounded(total * 0.05, 3) },
      { metric: 'power', value: rounded(total * 1.8, 2) },
    ]
  }
}
