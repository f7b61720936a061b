import { Pace } from '@huanwei/contract/boards/codes'
import { CleaningType } from '@huanwei/contract/cleaning/codes'
import { CubicleKind } from '@huanwei/contract/facilities/codes'
import { cubicleKinds } from '@huanwei/contract/facilities/rules'
import { ObjectType } from '@huanwei/contract/objects'
import { Metric, metrics } from '@huanwei/contract/readings/codes'
import { isOverLimit } from '@huanwei/contract/readings/rules'
import { Severity } from '@huanwei/contract/rules/codes'
import type { Language } from '@huanwei/words/languages'
import { say } from '@huanwei/words/say'
import { findReports } from '../../cleaning/queries.ts'
import { cubiclesOf, doorsOf } from '../../facilities/live-facts.ts'
import { findFacility } from '../../facilities/queries.ts'
import { findLimits } from '../../readings/limits.ts'
import { findHistory } from '../../readings/queries.ts'
import { findViolations } from '../../violations/queries.ts'
import { asFigure, type BoardAsked, headsOf, newestMs, type Source } from '../source.ts'
import { listAt } from './lists.ts'
import { countVisitors } from './queries.ts'
import { valuesOf } from './toilets.ts'

/** The facility of a board; the call has made sure that it is in scope. */
function facilityOf({ latest, viewer, facilityId = 0 }: BoardAsked) {
  const found = latest.facilities.of(viewer.tenantId).get(facilityId)
  if (!found) throw new Error('a board without its facility')
  return found
}

/** Metrics of the air in a facility. */
const air = [Metric.ammonia, Metric.hydrogenSulphide, Metric.temperature, Metric.humidity] as const
const rounded = (value: number) => Math.round(value * 10) / 10

/** The air of a facility, each value with its limit where a rule in force has one. */
export const facilityAir: Source<'figures'> = {
  pace: Pace.live,
  lifeMs: 10_000,
  async read(asked) {
    const facility = facilityOf(asked)
    const limits = await findLimits(asked.tx, asked.viewer, facility.id, asked.now)
    const figures = air.flatMap((metric) => {
      const values = valuesOf(facility, metric)
      if (!values.length) return []
      const [value, limit] = [Math.max(...values), limits.get(metric)]
      const tone = limit === undefined ? 'plain' : isOverLimit(metric, value, limit) ? 'bad' : 'good'
      const label = say(asked.language, `readings:metrics.${metric}`)
      return [
        asFigure(metric, label, rounded(value), { unit: metrics[metric].unit, tone, ...(limit !== undefined && { of: limit }) }),
      ]
    })
    return { shape: 'figures', figures }
  },
}

/** Kinds of a facility's cubicles by the numbers of their doors, as far as the register says them. */
async function kindsOf({ tx, viewer, language }: BoardAsked, facilityId: number) {
  const register = await findFacility(tx, viewer, facilityId, language)
  return register ? cubicleKinds(register) : []
}

/** Free cubicles by kind; none where the register does not say of what kind each cubicle with a sensor is. */
async function cubiclesByKind(asked: BoardAsked) {
  const facility = facilityOf(asked)
  const kinds = await kindsOf(asked, facility.id)
  const doors = doorsOf(facility)
  if (doors.some(({ channel }) => kinds[channel - 1] === undefined)) return []
  return Object.values(CubicleKind).flatMap((kind) => {
    const own = doors.filter(({ channel }) => kinds[channel - 1] === kind)
    const free = own.filter(({ isFree }) => isFree).length
    const label = say(asked.language, `boards:cubicles.${kind}`)
    return own.length ? [asFigure(kind, label, free, { of: own.length, tone: free ? 'good' : 'bad' })] : []
  })
}

/** Free cubicles of a toilet, by kind where it is known, and people who went in today. */
export const facilityToday: Source<'figures'> = {
  pace: Pace.live,
  lifeMs: 5000,
  async read(asked) {
    const facility = facilityOf(asked)
    const { free, all } = cubiclesOf(facility)
    const visitors = await countVisitors(asked.tx, asked.viewer.tenantId, [facility.id])
    const total = Math.round(visitors.reduce((sum, hour) => sum + hour.total, 0))
    const doors = asFigure('cubiclesFree', say(asked.language, 'boards:figure.cubiclesFree'), free, {
      of: all,
      tone: free ? 'good' : 'bad',
    })
    const today = asFigure('visitorsToday', say(asked.language, 'boards:figure.visitorsToday'), total)
    const byKind = await cubiclesByKind(asked)
    return { shape: 'figures', figures: [...(byKind.length ? byKind : all ? [doors] : []), today] }
  },
}

/** Each cubicle of a toilet, by the number of its door, with its kind where the register says it. */
export const facilityCubicles: Source<'figures'> = {
  pace: Pace.live,
  lifeMs: 5000,
  async read(asked) {
    const { language } = asked
    const facility = facilityOf(asked)
    const kinds = await kindsOf(asked, facility.id)
    const doors = doorsOf(facility).toSorted((a, b) => a.channel - b.channel)
    const figures = doors.map(({ channel, isFree }) => {
      const kind = kinds[channel - 1]
      const name = kind === undefined ? say(language, 'boards:cubicle') : say(language, `boards:cubicle.${kind}`)
      const unit = say(language, isFree ? 'readings:vacant' : 'readings:inUse')
      return asFigure(channel, `${name} ${channel}`, isFree ? 1 : 0, { tone: isFree ? 'good' : 'bad', unit })
    })
    return { shape: 'figures', figures }
  },
}

const hourMs = 3_600_000

/** These metrics of a facility over the last 24 hours, the mean of each hour. */
const curvesOf = (some: readonly Metric[]): Source<'series'> => ({
  pace: Pace.slow,
  async read(asked) {
    const { id } = facilityOf(asked)
    const to = (Math.floor(asked.now / hourMs) + 1) * hourMs
    const from = to - 24 * hourMs
    const hours = Array.from({ length: 24 }, (_, i) =>
      new Date(from + i * hourMs + 8 * hourMs).toISOString().slice(0, 19).replace('T', ' '),
    )
    const lines = []
    for (const metric of some) {
      const span = { from: new Date(from), to: new Date(to), seconds: 3600 }
      const asked24 = { objectType: ObjectType.facility, objectId: id, metric, channel: 0, ...span }
      const found = new Map(
        (await findHistory(asked.tx, asked.viewer.tenantId, asked24)).map(({ time, avg }) => [time, rounded(avg)]),
      )
      const name = `${say(asked.language, `readings:metrics.${metric}`)} ${metrics[metric].unit}`
      if (found.size) lines.push({ name, values: hours.map((hour) => found.get(hour) ?? null) })
    }
    return { shape: 'series', labels: hours.map((hour) => hour.slice(11, 16)), lines }
  },
})

export const facilityCurves = curvesOf([Metric.ammonia, Metric.hydrogenSulphide])
export const facilityClimate = curvesOf([Metric.temperature, Metric.humidity])

/** The newest events of a facility. */
export const facilityEvents: Source<'rows'> = {
  pace: Pace.live,
  lifeMs: newestMs,
  async read(asked) {
    const { tx, viewer, language } = asked
    const filter = { current: 1, size: 20, objectType: ObjectType.facility, objectId: facilityOf(asked).id }
    const { records } = await findViolations(tx, viewer, filter, viewer.departments, language)
    const rows = records.map((one) => ({
      key: String(one.id),
      cells: [one.createTime.slice(5, 16), one.violationEvent],
      tone: one.severity === Severity.alarm ? ('bad' as const) : ('warn' as const),
      href: listAt.events[ObjectType.facility]({ status: 'all', open: one.id }),
    }))
    return { shape: 'rows', heads: headsOf(language, ['time', 'event']), rows }
  },
}

/** Facts of a facility's register; `sensed`: its cubicles with a sensor, for when the register does not say how many there are. */
function registerFacts(found: Awaited<ReturnType<typeof findFacility>>, sensed: number, language: Language) {
  const kinds = found ? cubicleKinds(found) : []
  const byKind = Object.values(CubicleKind).flatMap((kind) => {
    const total = kinds.filter((one) => one === kind).length
    return total ? [`${say(language, `boards:cubicle.${kind}`)} ${total}`] : []
  })
  return [
    ['hours', found?.openingHours],
    ['manager', found?.managerName],
    ['type', found?.facilityTypeName],
    ['toiletKind', found?.toiletKind && say(language, `facilities:toilet.${found.toiletKind}`)],
    ['class', found?.facilityClass && say(language, `facilities:class.${found.facilityClass}`)],
    ['built', found?.builtYear && String(found.builtYear)],
    ['area', found?.floorArea && `${found.floorArea} m²`],
    ['cubicles', byKind.join(' · ') || (sensed && String(sensed))],
    ['equipment', found?.equipment],
    ['place', found?.address],
    ['crew', found?.deptName],
  ] as const
}

/** Facts of a facility: a row for each. */
export const facilityFacts: Source<'rows'> = {
  pace: Pace.slow,
  async read(asked) {
    const { tx, viewer, language } = asked
    const { id } = facilityOf(asked)
    const found = await findFacility(tx, viewer, id, language)
    const cleaned = { current: 1, size: 20, type: CleaningType.cleaning, facilityId: id }
    const { records } = await findReports(tx, viewer, cleaned, viewer.departments)
    const [last] = records
      .flatMap(({ processTime, assigneeName }) => (processTime ? [{ processTime, assigneeName }] : []))
      .sort((a, b) => b.processTime.localeCompare(a.processTime))
    const facts = [
      ['lastCleaned', last?.processTime.slice(0, 16)],
      ['cleaner', last?.assigneeName],
      ...registerFacts(found, cubiclesOf(facilityOf(asked)).all, language),
    ] as const
    const rows = facts.flatMap(([name, value]) =>
      value ? [{ key: name, cells: [say(language, `boards:fact.${name}`), value], tone: 'plain' as const }] : [],
    )
    return { shape: 'rows', heads: headsOf(language, ['fact', 'value']), rows }
  },
}

/** The page on which citizens say something about a facility, as on its sticker. */
export const facilityPage: Source<'page'> = {
  pace: Pace.slow,
  async read(asked) {
    const found = await findFacility(asked.tx, asked.viewer, facilityOf(asked).id, asked.language)
    return { shape: 'page', path: `/open/report/${found?.code ?? ''}`, text: say(asked.language, 'facilities:stickers.call') }
  },
}
