import { Pace } from '@huanwei/contract/boards/codes'
import { CleaningStatus, CleaningType } from '@huanwei/contract/cleaning/codes'
import { FacilityType, VehicleFunction } from '@huanwei/contract/dictionaries/codes'
import { Status } from '@huanwei/contract/live/codes'
import { isOnline } from '@huanwei/contract/live/rules'
import { ObjectType } from '@huanwei/contract/objects'
import { daysLater } from '@huanwei/contract/reports/rules'
import { say } from '@huanwei/words/say'
import { dayText } from '../../../lib/time.ts'
import { asFigure, asRanking, headsOf, moreRow, type Source, seldomMs } from '../source.ts'
import {
  countDueEmptyings,
  findEmptyingQueue,
  findEmptyingTrips,
  findWaitingToilets,
  rankEmptyingTrucks,
} from './emptying/queries.ts'
import { clockOf, stepOf, withoutCity } from './events.ts'
import { cardOf, listAt } from './lists.ts'
import { facilitiesOf, vehiclesOf } from './live-state.ts'
import { maskHousehold } from './mask-household.ts'

/** State on the map of household toilets, by how many requests wait there and how many of those are overdue. */
const stateOf = ({ waiting, overdue }: { waiting: number; overdue: number }) =>
  overdue > 0 ? Status.alert : waiting > 0 ? Status.warning : Status.moving

/** Trucks move; the requests are read as often, ms. */
const placesMs = 10_000

/**
 * Villages in the middle of their household toilets, by whether somebody is to empty one and is late with it; of a single village its households.
 * The suction trucks among them. The villages with something to do take turns with a card.
 */
export const emptyingPlaces: Source<'points'> = {
  pace: Pace.live,
  lifeMs: placesMs,
  async read(asked) {
    const { tx, viewer, language } = asked
    const requests = await findWaitingToilets(tx, viewer)
    const households = facilitiesOf(asked, FacilityType.ruralToilet).flatMap(
      ({ id, name, deptId, deptName, live: { lng, lat } }) =>
        lng === null || lat === null ? [] : [{ id, name, deptId, deptName, lng, lat, isOverdue: requests.get(id) }],
    )
    const villages = [...Map.groupBy(households, ({ deptId }) => deptId)].map(([deptId, some]) => ({
      key: `village-${deptId}`,
      name: some[0]!.deptName,
      households: some.length,
      waiting: some.filter(({ isOverdue }) => isOverdue !== undefined).length,
      overdue: some.filter(({ isOverdue }) => isOverdue).length,
      lng: some.reduce((sum, one) => sum + one.lng, 0) / some.length,
      lat: some.reduce((sum, one) => sum + one.lat, 0) / some.length,
    }))
    const places =
      villages.length === 1
        ? households.map(({ id, name, deptName, lng, lat, isOverdue }) => {
            const status = stateOf({ waiting: isOverdue === undefined ? 0 : 1, overdue: isOverdue ? 1 : 0 })
            return { key: `${ObjectType.facility}-${id}`, name: maskHousehold(name, deptName), lng, lat, status }
          })
        : villages.map((one) => ({ key: one.key, name: one.name, lng: one.lng, lat: one.lat, status: stateOf(one) }))
    const trucks = vehiclesOf(asked, VehicleFunction.suction).flatMap(({ id, plateNumber, live: { lng, lat, status } }) => {
      if (lng === null || lat === null) return []
      const state = isOnline(status) ? Status.stationary : Status.offline
      return [{ key: `${ObjectType.vehicle}-${id}`, name: plateNumber, lng, lat, status: state }]
    })
    const cards = villages
      .filter(({ waiting }) => villages.length > 1 && waiting > 0)
      .sort((a, b) => b.overdue - a.overdue || b.waiting - a.waiting || a.key.localeCompare(b.key))
      .slice(0, mostCards)
      .map((one) => ({
        key: one.key,
        title: one.name,
        status: stateOf(one),
        facts: (['households', 'waiting', 'overdue'] as const).map((name) => ({
          name: say(language, `boards:head.${name}`),
          value: String(one[name]),
        })),
      }))
    const names = [
      { status: Status.moving, label: say(language, 'boards:emptying.none') },
      { status: Status.warning, label: say(language, 'boards:emptying.waiting') },
      { status: Status.alert, label: say(language, 'boards:emptying.overdue') },
      { status: Status.stationary, label: say(language, 'boards:emptying.truck') },
      { status: Status.offline, label: say(language, 'boards:emptying.truckOffline') },
    ]
    const opens = [
      {
        keys: 'village-',
        address: `${listAt.cleaning({ type: CleaningType.suction, statusTo: CleaningStatus.assigned })}&deptId=`,
      },
      { keys: '', address: `${listAt.live()}?selected=` },
    ]
    return { shape: 'points', points: [...places, ...trucks], names, cards, opens }
  },
}

/** Cards that take turns, and rows of a table, at most. */
const [mostCards, mostRows] = [24, 200]

/** The requests to empty a toilet that wait, the earliest due first. */
export const emptyingQueue: Source<'rows'> = {
  pace: Pace.slow,
  async read({ tx, viewer, language }) {
    const found = await findEmptyingQueue(tx, viewer, mostRows)
    const heads = headsOf(language, ['deadline', 'place', 'state', 'time'])
    const rows = found.map((one) => ({
      key: String(one.id),
      cells: [clockOf(one.dueTime), withoutCity(one.place), stepOf(language, one.status), clockOf(one.reportTime)],
      tone: one.isOverdue ? ('bad' as const) : ('warn' as const),
      href: listAt.cleaning({ type: CleaningType.suction, open: one.id }),
    }))
    return { shape: 'rows', heads, rows: [...rows, ...moreRow(language, heads, (found[0]?.total ?? 0) - found.length)] }
  },
}

/** Trips of trucks to a toilet: those underway, and those of today that ended. */
export const emptyingTrips: Source<'rows'> = {
  pace: Pace.slow,
  async read({ tx, viewer, language }) {
    const found = await findEmptyingTrips(tx, viewer, mostRows)
    const heads = headsOf(language, ['suctionTruck', 'place', 'sent', 'emptiedAt'])
    const rows = found.map((one) => ({
      key: String(one.id),
      cells: [
        one.plateNumber ?? '–',
        withoutCity(one.place),
        one.assignTime === null ? '–' : clockOf(one.assignTime),
        one.processTime === null ? '–' : clockOf(one.processTime),
      ],
      tone: one.processTime ? ('good' as const) : one.isOverdue ? ('bad' as const) : ('plain' as const),
      href: listAt.cleaning({ type: CleaningType.suction, open: one.id }),
    }))
    return { shape: 'rows', heads, rows: [...rows, ...moreRow(language, heads, (found[0]?.total ?? 0) - found.length)] }
  },
}

/** Trucks by the toilets that they emptied in the last 24 hours: a list of today would be empty all morning. */
export const emptyingTrucks: Source<'figures'> = {
  pace: Pace.slow,
  async read({ tx, viewer, language }) {
    const found = await rankEmptyingTrucks(tx, viewer)
    const figures = found.map(({ id, plateNumber, done }) =>
      asFigure(id, plateNumber, done, { href: cardOf(ObjectType.vehicle, id) }),
    )
    return { shape: 'figures', figures: asRanking(language, figures) }
  },
}

/** Days of a forecast, today the first. */
const forecastDays = 14

/** Household toilets that are due to be emptied, by day: on the rounds of plans, and for requests. */
export const emptyingForecast: Source<'series'> = {
  pace: Pace.slow,
  // Half a second of a million rounds.
  lifeMs: seldomMs,
  async read({ tx, viewer, language, now }) {
    const found = new Map((await countDueEmptyings(tx, viewer, forecastDays)).map((one) => [one.day, one]))
    const days = Array.from({ length: forecastDays }, (_, place) => daysLater(dayText(now), place))
    const lines = (['rounds', 'requests'] as const).map((name) => ({
      name: say(language, `boards:line.${name}`),
      values: days.map((day) => found.get(day)?.[name] ?? 0),
    }))
    return { shape: 'series', labels: days.map((day) => day.slice(5)), lines }
  },
}
