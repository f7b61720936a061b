import { whole } from '@huanwei/city/random'
import { hourMs } from '@huanwei/contract/time'
import { randomStream } from '../random.ts'
import { hourStart, planHour } from '../vehicles/hour-plan.ts'

const salt = 41
/** Kitchen waste of a restaurant, kg. */
const [least, most] = [18, 160]

/** A weighing of kitchen waste: the restaurant's name, epoch ms, kg. */
export type Weighing = { restaurant: string; time: number; weight: number }

/** The scale of one kitchen truck: it weighs while the truck stands at a restaurant. Returns a function for the weighings from `from` until before `to`, epoch ms. */
export function createScale(seed: number, index: number) {
  return (from: number, to: number): Weighing[] => {
    const weighings: Weighing[] = []
    for (let start = hourStart(seed, index, from); start < to; start += hourMs)
      for (const { place: restaurant, second } of planHour(seed, index, start).collections) {
        const time = Math.floor(start + second * 1000)
        const weight = whole(randomStream(seed, index, time, salt), least, most)
        if (time >= from && time < to) weighings.push({ restaurant, time, weight })
      }
    return weighings
  }
}
