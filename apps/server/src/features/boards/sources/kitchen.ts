import { Pace } from '@huanwei/contract/boards/codes'
import { FacilityType } from '@huanwei/contract/dictionaries/codes'
import { Status } from '@huanwei/contract/live/codes'
import { ObjectType } from '@huanwei/contract/objects'
import { dayMs } from '@huanwei/contract/time'
import { say } from '@huanwei/words/say'
import { dayText } from '../../../lib/time.ts'
import {
  findCollected,
  findNewestCollections,
  rankCollectors,
  sumCollectionDays,
  sumYesterday,
} from '../../readings/collections/queries.ts'
import { asFigure, asRanking, asTable, type BoardAsked, headsOf, newestMs, type Source } from '../source.ts'
import { cardOf, listAt } from './lists.ts'
import { facilitiesOf } from './live-state.ts'

const restaurantsOf = (asked: BoardAsked) => facilitiesOf(asked, FacilityType.restaurant)
const idsOf = (asked: BoardAsked) => restaurantsOf(asked).map(({ id }) => id)
const whole = (weight: number) => Math.round(weight)

/** The restaurants in scope with what was collected there. */
async function collectedOf(asked: BoardAsked) {
  const all = restaurantsOf(asked)
  const found = await findCollected(
    asked.tx,
    asked.viewer.tenantId,
    all.map(({ id }) => id),
  )
  const of = new Map(found.map((one) => [one.facilityId, one]))
  return all.map((restaurant) => ({ ...restaurant, times: 0, weight: 0, last: null, ...of.get(restaurant.id) }))
}

/** Collections of kitchen waste today, by the weights that scales of trucks sent. Source: spec 3, section 14. */
export const kitchenToday: Source<'figures'> = {
  pace: Pace.slow,
  async read(asked) {
    const { tx, viewer, language } = asked
    const all = await collectedOf(asked)
    const yesterday = await sumYesterday(tx, viewer.tenantId, idsOf(asked))
    const trucks = await rankCollectors(tx, viewer.tenantId, idsOf(asked))
    const left = all.filter(({ times }) => times === 0).length
    const sum = (name: 'times' | 'weight') => whole(all.reduce((total, one) => total + one[name], 0))
    const named = (name: 'restaurants' | 'collectionsToday' | 'weightToday' | 'trucksCollecting' | 'restaurantsLeft') =>
      [name, say(language, `boards:figure.${name}`)] as const
    const listOf = (collected?: 'true' | 'false') => listAt.facilities({ facilityType: FacilityType.restaurant, collected })
    const weight = { before: whole(yesterday.weight), unit: 'kg', tone: 'good' } as const
    const figures = [
      asFigure(...named('restaurants'), all.length, { href: listOf() }),
      asFigure(...named('collectionsToday'), sum('times'), { before: yesterday.times, href: listOf('true') }),
      asFigure(...named('weightToday'), sum('weight'), { ...weight, href: listOf('true') }),
      asFigure(...named('trucksCollecting'), trucks.length),
      asFigure(...named('restaurantsLeft'), left, {
        of: all.length,
        tone: left > 0 ? 'warn' : 'good',
        href: listOf('false'),
      }),
    ]
    return { shape: 'figures', figures }
  },
}

/** Days of a trend. */
const trendDays = 14

/** Kilograms by day. */
export const kitchenDays: Source<'series'> = {
  pace: Pace.slow,
  async read(asked) {
    const found = await sumCollectionDays(asked.tx, asked.viewer.tenantId, idsOf(asked), trendDays)
    const of = new Map(found.map(({ day, weight }) => [day, whole(weight)]))
    const days = Array.from({ length: trendDays }, (_, i) => dayText(asked.now - (trendDays - 1 - i) * dayMs))
    const name = say(asked.language, 'boards:line.kilograms')
    const values = days.map((day) => of.get(day) ?? 0)
    return { shape: 'series', labels: days.map((day) => day.slice(5)), lines: [{ name, values }] }
  },
}

/** Trucks by what they collected today, kg. */
export const kitchenTrucks: Source<'figures'> = {
  pace: Pace.slow,
  async read(asked) {
    const all = await rankCollectors(asked.tx, asked.viewer.tenantId, idsOf(asked))
    const figures = all.map(({ id, plateNumber, weight }) =>
      asFigure(id, plateNumber, whole(weight), { unit: 'kg', href: cardOf(ObjectType.vehicle, id) }),
    )
    return { shape: 'figures', figures: asRanking(asked.language, figures) }
  },
}

/** Restaurants that nobody has visited today, those longest without a visit first. */
export const kitchenUnvisited: Source<'rows'> = {
  pace: Pace.slow,
  async read(asked) {
    const left = (await collectedOf(asked)).filter(({ times }) => times === 0)
    const rows = left
      .sort((a, b) => (a.last ?? '').localeCompare(b.last ?? '') || a.id - b.id)
      .map(({ id, name, deptName, last }) => ({
        key: String(id),
        cells: [name, deptName, last?.slice('yyyy-'.length) ?? '–'],
        tone: last === null ? ('warn' as const) : ('plain' as const),
        href: listAt.facilities({ facilityType: FacilityType.restaurant, open: id }),
      }))
    const heads = headsOf(asked.language, ['restaurant', 'crew', 'lastCollected'])
    return asTable(asked.language, heads, rows)
  },
}

/** The newest collections with the truck that took each. */
export const newestCollections: Source<'rows'> = {
  pace: Pace.live,
  lifeMs: newestMs,
  async read(asked) {
    const found = await findNewestCollections(asked.tx, asked.viewer.tenantId, idsOf(asked), 30)
    const rows = found.map(({ key, time, facilityId, name, plateNumber, weight }) => ({
      key,
      cells: [time, name, plateNumber, `${whole(weight)} kg`],
      tone: 'plain' as const,
      href: listAt.facilities({ facilityType: FacilityType.restaurant, open: facilityId }),
    }))
    return { shape: 'rows', heads: headsOf(asked.language, ['time', 'restaurant', 'truck', 'weight']), rows }
  },
}

/** Where the restaurants are, and which of them were visited today. */
export const restaurantPlaces: Source<'points'> = {
  pace: Pace.slow,
  async read(asked) {
    const points = (await collectedOf(asked)).flatMap(({ id, name, times, live: { lng, lat } }) => {
      const status = times > 0 ? Status.moving : Status.warning
      return lng === null || lat === null ? [] : [{ key: String(id), name, lng, lat, status }]
    })
    const names = [
      { status: Status.moving, label: say(asked.language, 'boards:visit.visited') },
      { status: Status.warning, label: say(asked.language, 'boards:visit.left') },
    ]
    const opens = [{ keys: '', address: `${listAt.facilities({ facilityType: FacilityType.restaurant })}&open=` }]
    return { shape: 'points', points, names, opens }
  },
}
