import { EventRank, Pace } from '@huanwei/contract/boards/codes'
import { CleaningStatus } from '@huanwei/contract/cleaning/codes'
import { MsgType } from '@huanwei/contract/messages/codes'
import { ObjectType } from '@huanwei/contract/objects'
import { Every } from '@huanwei/contract/reports/codes'
import { daysIn, daysLater, spanAround } from '@huanwei/contract/reports/rules'
import { Severity } from '@huanwei/contract/rules/codes'
import { dayMs } from '@huanwei/contract/time'
import type { Language } from '@huanwei/words/languages'
import { say } from '@huanwei/words/say'
import { dayText, timeText } from '../../../lib/time.ts'
import { findReports } from '../../cleaning/queries.ts'
import { findComplaints } from '../../complaints/queries.ts'
import { briefingParts } from '../../home/briefing/parts.ts'
import { countByDay } from '../../home/briefing/queries.ts'
import { countToday } from '../../home/queries.ts'
import { findViolations } from '../../violations/queries.ts'
import { asFigure, asRanking, type BoardAsked, headsOf, moreRow, newestMs, oneRow, type Source, seldomMs } from '../source.ts'
import { listAt, onDay } from './lists.ts'

/** Hours and days as an axis shows them. */
const hourText = (hour: number) => `${String(hour).padStart(2, '0')}:00`
const objectKinds = {
  [ObjectType.vehicle]: 'boards:kind.vehicle',
  [ObjectType.person]: 'boards:kind.person',
  [ObjectType.facility]: 'boards:kind.facility',
} as const

/** Events of today by the hour in which they began. */
export const eventHours: Source<'series'> = {
  pace: Pace.slow,
  async read({ tx, viewer, language, now }) {
    const { hours } = await countToday(tx, viewer)
    // Hours to come are not zero.
    const begun = hours.slice(0, new Date(now + 8 * 3_600_000).getUTCHours() + 1)
    const name = say(language, 'boards:line.events')
    return { shape: 'series', labels: hours.map((_, hour) => hourText(hour)), lines: [{ name, values: begun }] }
  },
}

/** Events of today by kind, most first. */
export const eventKinds: Source<'figures'> = {
  pace: Pace.slow,
  async read({ tx, viewer, language, now }) {
    const { kinds } = await countToday(tx, viewer)
    const today = onDay(dayText(now))
    const figures = kinds.map(({ violationEvent, total }) => {
      const href = listAt.allEvents({ ...today, violationEvent })
      return asFigure(violationEvent, violationEvent, total, { href })
    })
    return { shape: 'figures', figures: asRanking(language, figures) }
  },
}

/** Events of the last seven finished days by day, a line for each kind of object. */
export const eventWeek: Source<'series'> = {
  pace: Pace.slow,
  async read(asked) {
    const { firstDay, kinds } = await briefingParts.week(asked)
    const first = Date.parse(`${firstDay}T00:00:00Z`)
    const days = Array.from({ length: 7 }, (_, i) => new Date(first + i * 86_400_000).toISOString().slice(0, 10))
    const lines = kinds.map(({ objectType, days }) => ({ name: say(asked.language, objectKinds[objectType]), values: days }))
    const hrefs = days.map((day) => listAt.allEvents(onDay(day)))
    return { shape: 'series', labels: days.map((day) => day.slice(5)), lines, hrefs }
  },
}

/** Weeks of a calendar, this one the last. */
const calendarWeeks = 13

/** Events of each day of the last weeks until yesterday; the first day is a Monday. */
export const eventCalendar: Source<'days'> = {
  pace: Pace.slow,
  lifeMs: seldomMs,
  async read({ tx, viewer, now }) {
    const today = dayText(now)
    const firstDay = daysLater(spanAround(Every.week, today).firstDay, 7 * (1 - calendarWeeks))
    const lastDay = daysLater(today, -1)
    const byDay = new Map<string, number>()
    for (const { day, pending, handled } of await countByDay(tx, viewer, { firstDay, lastDay }))
      byDay.set(day, (byDay.get(day) ?? 0) + pending + handled)
    const days = Array.from({ length: daysIn(firstDay, lastDay) }, (_, place) => {
      const day = daysLater(firstDay, place)
      return { day, value: byDay.get(day) ?? 0, href: listAt.allEvents(onDay(day)) }
    })
    return { shape: 'days', days }
  },
}

/** Vehicles or crews with most events in the last seven finished days. */
export const mostEvents: Source<'figures'> = {
  pace: Pace.slow,
  async read(asked, { rank = EventRank.vehicles }) {
    const { firstDay, lastDay, ...most } = await briefingParts.most(asked)
    const about = rank === EventRank.vehicles ? 'objectId' : 'deptId'
    const figures = most[rank].map(({ id, name, pending, handled }) => {
      const href = listAt.events[ObjectType.vehicle]({ status: 'all', from: firstDay, to: lastDay, [about]: id })
      return asFigure(id, name, pending + handled, { href })
    })
    return { shape: 'figures', figures }
  },
}

/** Waiting events by severity of the kinds of object. */
export const waitingEvents: Source<'figures'> = {
  pace: Pace.slow,
  async read(asked) {
    const waiting = await briefingParts.severities(asked)
    const figures = [ObjectType.vehicle, ObjectType.person, ObjectType.facility].map((objectType) => {
      const own = waiting.filter((one) => one.objectType === objectType)
      const isGrave = own.some(({ severity, pending }) => severity === Severity.alarm && pending > 0)
      const value = own.reduce((sum, { pending }) => sum + pending, 0)
      const label = say(asked.language, objectKinds[objectType])
      return asFigure(objectType, label, value, {
        tone: isGrave ? 'bad' : 'plain',
        href: listAt.events[objectType]({ status: 'pending' }),
      })
    })
    return { shape: 'figures', figures }
  },
}

/** Rows of a ticker, and of one that shows a day. */
const [tickerRows, dayRows] = [20, 100]
/** A wall stands in the city that every street of it is in. */
export const withoutCity = (place: string) => place.replace(/^[^市区县]{2,6}市/, '')
/** From `yyyy-MM-dd HH:mm:ss`. */
export const clockOf = (time: string) => time.slice(5, 16)

/** The newest events of vehicles and facilities, and how many there are; people have no name on a wall. */
async function findNewest({ tx, viewer, language }: BoardAsked, filter: { size: number; startTime?: string }) {
  const of = (objectType: ObjectType) =>
    findViolations(tx, viewer, { current: 1, objectType, ...filter }, viewer.departments, language)
  const vehicles = await of(ObjectType.vehicle)
  const facilities = await of(ObjectType.facility)
  const newest = [...vehicles.records, ...facilities.records].sort(
    (a, b) => b.createTime.localeCompare(a.createTime) || b.id - a.id,
  )
  const rows = newest.slice(0, filter.size).map((one) => ({
    key: String(one.id),
    cells: [clockOf(one.createTime), one.objectName, one.violationEvent, withoutCity(one.position)],
    tone: one.severity === Severity.alarm ? ('bad' as const) : ('warn' as const),
    href: listAt.events[one.objectType]({ status: 'all', open: one.id }),
  }))
  return { total: vehicles.total + facilities.total, rows, heads: headsOf(language, ['time', 'object', 'event', 'place']) }
}

/** The newest events. */
export const newestEvents: Source<'rows'> = {
  pace: Pace.live,
  lifeMs: newestMs,
  async read(asked) {
    const { heads, rows } = await findNewest(asked, { size: tickerRows })
    return { shape: 'rows', heads, rows }
  },
}

/** The events of the last 24 hours. */
export const eventsOfDay: Source<'rows'> = {
  pace: Pace.live,
  lifeMs: newestMs,
  async read(asked) {
    const { heads, rows, total } = await findNewest(asked, { size: dayRows, startTime: timeText(asked.now - dayMs) })
    return { shape: 'rows', heads, rows: [...rows, ...moreRow(asked.language, heads, total - rows.length)] }
  },
}

const cleaningSteps = [
  ['created', CleaningStatus.created, 'warn'],
  ['assigned', CleaningStatus.assigned, 'plain'],
  ['processed', CleaningStatus.processed, 'plain'],
  ['evaluated', CleaningStatus.evaluated, 'plain'],
  ['over', CleaningStatus.over, 'good'],
] as const

/** Cleaning reports by state, of one type or all. */
export const cleaningStates: Source<'figures'> = {
  pace: Pace.slow,
  async read({ tx, viewer, language }, { cleaningType, facilityType }) {
    const figures = []
    for (const [name, status, tone] of cleaningSteps) {
      const { total } = await findReports(
        tx,
        viewer,
        { ...oneRow, status, facilityType, ...(cleaningType && { type: cleaningType }) },
        viewer.departments,
      )
      const href = listAt.cleaning({ status, type: cleaningType, facilityType })
      figures.push(asFigure(name, say(language, `cleaning:status.${name}`), total, { tone, href }))
    }
    return { shape: 'figures', figures }
  },
}

/** Cleaning reports that got at least as far as each step, of all that came. */
export const cleaningFunnel: Source<'figures'> = {
  pace: Pace.slow,
  async read(asked, params) {
    const { figures } = await cleaningStates.read(asked, params)
    const all = figures.reduce((sum, { value }) => sum + value, 0)
    const reached = cleaningSteps.map(([name, status], place) => {
      const value = figures.slice(place).reduce((sum, one) => sum + one.value, 0)
      return asFigure(name, say(asked.language, `cleaning:step.${name}`), value, {
        of: all,
        tone: place === 4 ? 'good' : 'plain',
        href: listAt.cleaning({ statusFrom: status, type: params.cleaningType, facilityType: params.facilityType }),
      })
    })
    return { shape: 'figures', figures: reached }
  },
}

/** The name of a state of cleaning reports. */
export function stepOf(language: Language, status: CleaningStatus) {
  const [name] = cleaningSteps.find(([, code]) => code === status) ?? cleaningSteps[0]
  return say(language, `cleaning:status.${name}`)
}

/** The newest cleaning reports of a type, or all. */
export const newestCleaning: Source<'rows'> = {
  pace: Pace.live,
  lifeMs: newestMs,
  async read({ tx, viewer, language }, { cleaningType, facilityType }) {
    const filter = { current: 1, size: tickerRows, facilityType, ...(cleaningType && { type: cleaningType }) }
    const { records } = await findReports(tx, viewer, filter, viewer.departments)
    const toneOf = (status: number) => cleaningSteps.find(([, code]) => code === status)?.[2] ?? 'plain'
    const rows = records.map((one) => ({
      key: String(one.id),
      cells: [
        clockOf(one.reportTime),
        withoutCity(one.position),
        say(language, `cleaning:type.${one.type}`),
        stepOf(language, one.status),
      ],
      tone: toneOf(one.status),
      href: listAt.cleaning({ type: cleaningType, open: one.id }),
    }))
    return { shape: 'rows', heads: headsOf(language, ['time', 'place', 'kind', 'state']), rows }
  },
}

/** The newest public events, without what citizens wrote. */
export const newestComplaints: Source<'rows'> = {
  pace: Pace.live,
  lifeMs: newestMs,
  async read({ tx, viewer, language }, { facilityType }) {
    const { records } = await findComplaints(tx, viewer, { current: 1, size: tickerRows, facilityType }, viewer.departments)
    const rows = records.map(({ id, eventTime, facilityName, eventType, status }) => ({
      key: `${MsgType.public}-${id}`,
      cells: [
        clockOf(eventTime),
        facilityName,
        say(language, `complaints:type.${eventType}`),
        say(language, status === 2 ? 'complaints:status.processed' : 'complaints:status.pending'),
      ],
      tone: status === 2 ? ('good' as const) : ('warn' as const),
      href: listAt.complaints({ status: status === 2 ? 'processed' : 'pending', open: id }),
    }))
    return { shape: 'rows', heads: headsOf(language, ['time', 'object', 'kind', 'state']), rows }
  },
}
