import { Pace } from '@huanwei/contract/boards/codes'
import { isOnline } from '@huanwei/contract/live/rules'
import { channelsOf } from '../../trees/leaves.ts'
import type { Source } from '../source.ts'
import { vehiclesOf } from './live-state.ts'

/** Pictures at once, and the time for which a group of them is shown, ms. */
const tiles = 4
const turnMs = 60_000

/** Cameras of vehicles that are online: four of them, which change each minute. All who look at one moment see the same. */
export const cameras: Source<'cameras'> = {
  pace: Pace.live,
  async read(asked) {
    const all = vehiclesOf(asked)
      .filter(({ live }) => isOnline(live.status))
      .flatMap((vehicle) =>
        channelsOf(vehicle).map(({ passageway, passagewayDescribe }) => ({
          vehicleId: vehicle.id,
          channel: passageway,
          label: `${vehicle.plateNumber} ${passagewayDescribe}`,
        })),
      )
      .sort((a, b) => a.channel - b.channel || a.vehicleId - b.vehicleId)
    const groups = Math.ceil(all.length / tiles)
    const first = groups && (Math.floor(asked.now / turnMs) % groups) * tiles
    return { shape: 'cameras', cameras: all.slice(first, first + tiles) }
  },
}
