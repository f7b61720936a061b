import { Pace } from '@huanwei/contract/boards/codes'
import { ObjectType } from '@huanwei/contract/objects'
import { Heard } from '@huanwei/contract/terminals/codes'
import { heardOf } from '@huanwei/contract/terminals/rules'
import { dayMs } from '@huanwei/contract/time'
import type { TextKey } from '@huanwei/words/messages'
import { say } from '@huanwei/words/say'
import { dayText } from '../../../lib/time.ts'
import { readings } from '../../readings/table.ts'
import { ageOf } from '../../terminals/heard-now.ts'
import { positions } from '../../terminals/table.ts'
import { asFigure, asRanking, type BoardAsked, type Source } from '../source.ts'
import { cardOf, listAt } from './lists.ts'
import { facilitiesOf, objectsOf } from './live-state.ts'
import { countByMinute, findFacilityTerminals, findFullDays, findSpeeding, findVehicleDays } from './queries.ts'

/** Finished days of a week. */
const week = 7
const daysOf = (now: number) => Array.from({ length: week }, (_, i) => dayText(now - (week - i) * dayMs))

/** The worked-out ones of the last finished days, and the vehicles' on them. */
async function vehicleDays({ tx, viewer, now }: BoardAsked) {
  const days = await findFullDays(tx, viewer.tenantId, daysOf(now))
  return { days: new Set(days), found: days.length ? await findVehicleDays(tx, viewer, days) : [] }
}

/** A vehicle that counts drove so far on a day, m. */
const leastDriven = 500

/** The line of a figure by day; days that are not worked out yet are open. */
function lineByDay(
  { now, language }: BoardAsked,
  days: ReadonlySet<string>,
  word: TextKey,
  figure: (day: string) => number | null,
) {
  const all = daysOf(now)
  const values = all.map((day) => (days.has(day) ? figure(day) : null))
  return { shape: 'series' as const, labels: all.map((day) => day.slice(5)), lines: [{ name: say(language, word), values }] }
}

/** Kilometres of all vehicles by day. */
export const mileageDays: Source<'series'> = {
  pace: Pace.slow,
  async read(asked) {
    const { days, found } = await vehicleDays(asked)
    const of = (day: string) => found.filter((one) => one.day === day)
    const sum = (day: string) => Math.round(of(day).reduce((all, { metres }) => all + metres, 0) / 1000)
    return lineByDay(asked, days, 'boards:line.kilometres', sum)
  },
}

/** Vehicles at work on each of the last finished days. */
export const drivenDays: Source<'series'> = {
  pace: Pace.slow,
  async read(asked) {
    const { days, found } = await vehicleDays(asked)
    const driven = found.filter(({ metres }) => metres >= leastDriven)
    const count = (day: string) => new Set(driven.filter((one) => one.day === day).map(({ id }) => id)).size
    return lineByDay(asked, days, 'boards:kind.vehicle', count)
  },
}

/** Hours at work of all vehicles, driving or idling, by day. */
export const hoursDays: Source<'series'> = {
  pace: Pace.slow,
  async read(asked) {
    const { days, found } = await vehicleDays(asked)
    const hours = (day: string) => {
      const seconds = found
        .filter((one) => one.day === day)
        .reduce((sum, { work }) => sum + (work ? work.driving + work.idle : 0), 0)
      return Math.round(seconds / 3600)
    }
    return lineByDay(asked, days, 'boards:line.hours', hours)
  },
}

/** Percent of the vehicles at work on a day that were never too fast, by day. */
export const speedDays: Source<'series'> = {
  pace: Pace.slow,
  async read(asked) {
    const { days, found } = await vehicleDays(asked)
    const fast = Map.groupBy(await findSpeeding(asked.tx, asked.viewer, daysOf(asked.now)[0] ?? ''), ({ day }) => day)
    const percent = (day: string) => {
      const driven = new Set(found.filter((one) => one.day === day && one.metres >= leastDriven).map(({ id }) => id))
      const tooFast = (fast.get(day) ?? []).filter(({ id }) => driven.has(id)).length
      return driven.size ? Math.round((100 * (driven.size - tooFast)) / driven.size) : null
    }
    return lineByDay(asked, days, 'boards:line.speedKept', percent)
  },
}

/** Minutes of the curve of what arrives. */
const arrivalMinutes = 30

/** Positions that vehicles and people in scope reported, and readings of sensors, by the minute. */
export const positionMinutes: Source<'series'> = {
  pace: Pace.slow,
  async read(asked) {
    const devices = ([ObjectType.vehicle, ObjectType.person] as const).flatMap((objectType) =>
      objectsOf(asked, objectType).flatMap(({ deviceId }) => deviceId ?? []),
    )
    const { tx, viewer, language } = asked
    const facilities = facilitiesOf(asked).map(({ id }) => id)
    const sensors = await findFacilityTerminals(tx, viewer.tenantId, facilities)
    const moved = await countByMinute(tx, viewer.tenantId, positions, devices, arrivalMinutes)
    const sensorIds = sensors.map(({ id }) => id)
    const measured = await countByMinute(tx, viewer.tenantId, readings, sensorIds, arrivalMinutes)
    return {
      shape: 'series',
      labels: moved.map(({ minute }) => minute),
      lines: [
        { name: say(language, 'boards:line.positions'), values: moved.map(({ total }) => total) },
        { name: say(language, 'boards:line.readings'), values: measured.map(({ total }) => total) },
      ],
    }
  },
}

/** Vehicles by their kilometres in the last finished days. */
export const mostMileage: Source<'figures'> = {
  pace: Pace.slow,
  async read(asked) {
    const byVehicle = Map.groupBy((await vehicleDays(asked)).found, ({ id }) => id)
    const figures = [...byVehicle]
      .map(([id, days]) => {
        const km = Math.round(days.reduce((sum, { metres }) => sum + metres, 0) / 1000)
        return asFigure(id, days[0]!.plateNumber, km, { unit: 'km', href: cardOf(ObjectType.vehicle, id) })
      })
      .sort((a, b) => b.value - a.value || a.label.localeCompare(b.label))
    return { shape: 'figures', figures: asRanking(asked.language, figures) }
  },
}

/** Objects with a terminal by the time since its last message. */
export const freshness: Source<'figures'> = {
  pace: Pace.live,
  async read(asked) {
    const terminals = (['1', '0', '2'] as const)
      .flatMap((objectType) => objectsOf(asked, objectType))
      .filter(({ deviceId }) => deviceId !== null)
    const found = Map.groupBy(terminals, ({ live }) => heardOf(ageOf(live.seenAt, asked.now)))
    const tones = { minute: 'good', minutes: 'plain', hour: 'warn', longer: 'quiet' } as const
    const figures = Object.values(Heard).map((heard) =>
      asFigure(heard, say(asked.language, `terminals:heard.${heard}`), found.get(heard)?.length ?? 0, {
        tone: tones[heard],
        href: listAt.terminals({ heard }),
      }),
    )
    return { shape: 'figures', figures }
  },
}
