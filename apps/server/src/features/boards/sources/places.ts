import type { Shape } from '@huanwei/contract/areas/endpoints'
import { Pace } from '@huanwei/contract/boards/codes'
import { Status } from '@huanwei/contract/live/codes'
import { isOnline } from '@huanwei/contract/live/rules'
import { Severity } from '@huanwei/contract/rules/codes'
import { say } from '@huanwei/words/say'
import { findAreas } from '../../areas/queries.ts'
import type { Source } from '../source.ts'
import { listAt } from './lists.ts'
import { vehiclesOf } from './live-state.ts'
import { findPlacesToday } from './queries.ts'

/** Events and areas on a map, and corners of all areas, at most. */
const [mostEvents, mostAreas, mostCorners] = [5000, 1000, 20_000]

/** The first areas that have no more corners together. */
function drawable<Area extends { shape: Shape }>(areas: readonly Area[]): Area[] {
  let corners = 0
  return areas.filter(({ shape }) => {
    corners += shape.kind === 'circle' ? 1 : shape.kind === 'polygon' ? shape.ring.length : shape.line.length
    return corners <= mostCorners
  })
}

/** Where the events of today began, by whether they wait and how grave they are. */
export const eventPlaces: Source<'points'> = {
  pace: Pace.slow,
  async read({ tx, viewer, language }) {
    const points = (await findPlacesToday(tx, viewer, mostEvents)).flatMap(
      ({ id, objectType, violationEvent: name, lng, lat, severity, isPending }) => {
        const status = !isPending ? Status.moving : severity === Severity.alarm ? Status.alert : Status.warning
        return lng === null || lat === null ? [] : [{ key: `${objectType}-${id}`, name, lng, lat, status }]
      },
    )
    const names = (['handled', 'warning', 'alarm'] as const).map((name) => ({
      status: { handled: Status.moving, warning: Status.warning, alarm: Status.alert }[name],
      label: say(language, `boards:eventPlace.${name}`),
    }))
    const opens = Object.entries(listAt.events).map(([objectType, listOf]) => ({
      keys: `${objectType}-`,
      address: `${listOf({ status: 'all' })}&open=`,
    }))
    return { shape: 'points', points, names, opens }
  },
}

/** The areas of work, by whether a vehicle that works there is moving or online now. */
export const workAreas: Source<'areas'> = {
  pace: Pace.slow,
  async read(asked) {
    const { tx, viewer, language } = asked
    const statusOf = new Map(vehiclesOf(asked).map(({ id, live }) => [id, live.status]))
    const { records, total } = await findAreas(tx, viewer, { current: 1, size: mostAreas }, viewer.departments)
    const areas = drawable(records).map(({ id, name, shape, vehicleIds }) => {
      const states = vehicleIds.flatMap((vehicleId) => statusOf.get(vehicleId) ?? [])
      const status = states.includes(Status.moving) ? Status.moving : states.some(isOnline) ? Status.stationary : Status.offline
      return { id, name, shape, status }
    })
    const names = (['moving', 'stationary', 'offline'] as const).map((name) => ({
      status: Status[name],
      label: say(language, `boards:workArea.${name}`),
    }))
    const left = total - areas.length
    const more = left > 0 ? [{ status: Status.offline, label: say(language, 'boards:more', { count: left }) }] : []
    return { shape: 'areas', areas, names: [...names, ...more] }
  },
}
