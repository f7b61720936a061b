import { kitchenTruck } from '@huanwei/city/fleet'
import { seeded, whole } from '@huanwei/city/random'
import { Metric } from '@huanwei/contract/readings/codes'
import { dayMs, hourMs, minuteMs } from '@huanwei/contract/time'
import type { Tx } from '../db/connect.ts'
import { readings } from '../features/readings/table.ts'
import { dayStart, timeText } from '../lib/time.ts'
import type { LoadedVehicle } from './vehicles.ts'

const days = 14
/** Kitchen waste of a restaurant, kg. */
const [least, most] = [18, 160]
/** Hour at which the round of a truck begins, and minutes from one restaurant to the next. */
const [roundFrom, between] = [9, 22]
/** Share of the restaurants that a round leaves out. */
const leftOut = 0.12
const rowsAtOnce = 2000

/** Epoch ms within each day on which collections of the demo lie; the last is today. */
export const collectionDays = (now: number) => Array.from({ length: days }, (_, back) => now - back * dayMs)

type Parts = { restaurants: readonly { id: number; deptId: number }[]; fleet: readonly LoadedVehicle[] }

/** Adds the collections of kitchen waste of the last fortnight: every day each kitchen truck goes round the restaurants of its crew. */
export async function loadCollections(tx: Tx, { restaurants, fleet }: Parts, now: Date) {
  const random = seeded(20220914)
  const trucks = fleet.filter(({ vehicle }) => vehicle.type === kitchenTruck)
  const rows = collectionDays(now.getTime()).flatMap((day) =>
    trucks.flatMap(({ id: vehicleId, deviceId, deptId }) =>
      restaurants
        .filter((one) => one.deptId === deptId)
        .flatMap(({ id: facilityId }, i, { length }) => {
          // Each truck begins its round elsewhere.
          const place = (i + vehicleId) % length
          const at = dayStart(day) + roundFrom * hourMs + (place * between + whole(random, 0, 15)) * minuteMs
          const [value, isLeftOut] = [whole(random, least, most), random() < leftOut]
          if (isLeftOut || at >= now.getTime()) return []
          const time = timeText(at)
          return [
            { tenantId: 1, deviceId, metric: Metric.weight, channel: 0, time, received: time, value, facilityId, vehicleId },
          ]
        }),
    ),
  )
  for (let from = 0; from < rows.length; from += rowsAtOnce) await tx.insert(readings).values(rows.slice(from, from + rowsAtOnce))
}
