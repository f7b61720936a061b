import { Pace } from '@huanwei/contract/boards/codes'
import { FacilityType } from '@huanwei/contract/dictionaries/codes'
import { Status } from '@huanwei/contract/live/codes'
import { daysLater } from '@huanwei/contract/reports/rules'
import { say } from '@huanwei/words/say'
import { dayText } from '../../../lib/time.ts'
import { asFigure, asRanking, type Source } from '../source.ts'
import { countDueEmptyings, findWaitingToilets, rankEmptyingTrucks } from './emptying/queries.ts'
import { facilitiesOf } from './live-state.ts'

/** Places of the household toilets, by whether somebody is to empty them and is late with it. */
export const emptyingPlaces: Source<'points'> = {
  pace: Pace.slow,
  async read(asked) {
    const { tx, viewer, language } = asked
    const waiting = await findWaitingToilets(tx, viewer)
    const points = facilitiesOf(asked, FacilityType.ruralToilet).flatMap(({ id, live: { lng, lat } }) => {
      const isOverdue = waiting.get(id)
      const status = isOverdue === undefined ? Status.moving : isOverdue ? Status.alert : Status.warning
      return lng === null || lat === null ? [] : [{ key: String(id), lng, lat, status }]
    })
    const names = [
      { status: Status.moving, label: say(language, 'boards:emptying.none') },
      { status: Status.warning, label: say(language, 'boards:emptying.waiting') },
      { status: Status.alert, label: say(language, 'boards:emptying.overdue') },
    ]
    return { shape: 'points', points, names }
  },
}

/** Trucks by the toilets that they emptied in the last 24 hours: a list of today would be empty all morning. */
export const emptyingTrucks: Source<'figures'> = {
  pace: Pace.slow,
  async read({ tx, viewer, language }) {
    const found = await rankEmptyingTrucks(tx, viewer)
    const figures = found.map(({ id, plateNumber, done }) => asFigure(id, plateNumber, done))
    return { shape: 'figures', figures: asRanking(language, figures) }
  },
}

/** Life of what all rounds of an organisation are asked for, ms: half a second of a million of them. */
export const roundsMs = 240_000

/** Days of a forecast, today the first. */
const forecastDays = 14

/** Household toilets that are due to be emptied, by day: on the rounds of plans, and for requests. */
export const emptyingForecast: Source<'series'> = {
  pace: Pace.slow,
  lifeMs: roundsMs,
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
