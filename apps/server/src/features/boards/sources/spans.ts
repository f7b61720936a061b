import { Pace } from '@huanwei/contract/boards/codes'
import { columnsOf, Grouping, measuresOf } from '@huanwei/contract/reports/codes'
import { daysIn, daysLater, figuresOf } from '@huanwei/contract/reports/rules'
import type { Language } from '@huanwei/words/languages'
import { say } from '@huanwei/words/say'
import { dayText } from '../../../lib/time.ts'
import { arrangeTree } from '../../reports/making/arrange-tree.ts'
import { findTree } from '../../reports/making/queries.ts'
import { type CountedKind, readSums } from '../../reports/sums.ts'
import { findWorkFigures } from '../../work/queries.ts'
import { asFigure, asTable, type BoardAsked, headsOf, moreRow, type Source, seldomMs } from '../source.ts'
import { findFullDays, sumVehicleDays } from './queries.ts'
import { coverageOf } from './work.ts'

/** Before the name of a department, for each level. */
const indent = '    '
/** Rows of a table: departments below these are summed up in those above. */
const mostRows = 60
/** The days are over, or the report says when it was made. */
const ofSpan = { pace: Pace.slow, lifeMs: seldomMs } as const

const spanOf = ({ span }: BoardAsked) => {
  if (!span) throw new Error('a report without its days')
  return span
}
type Days = { firstDay: string; lastDay: string }
/** Those that have begun. */
const daysUntilNow = ({ now }: BoardAsked, days: readonly string[]) => days.filter((day) => day <= dayText(now))
const sumsOf = (asked: BoardAsked, kind: CountedKind, grouping: Grouping, { firstDay, lastDay }: Days = spanOf(asked)) =>
  readSums(
    asked.tx,
    kind,
    { tenantId: asked.viewer.tenantId, departments: asked.viewer.departments, grouping },
    { from: firstDay, to: daysLater(lastDay, 1) },
  )

const digits = (figure: number | null) => (figure === null ? '–' : figure.toLocaleString('en-US'))
const titlesOf = (language: Language, kind: CountedKind) =>
  columnsOf(kind).map(({ key, unit }) =>
    say(language, `reports:columnOf.${unit}`, { name: say(language, `reports:column.${key}`) }),
  )
const together = (kind: CountedKind, rows: readonly { sums: number[] }[]) =>
  measuresOf(kind).map((_, place) => rows.reduce((sum, { sums }) => sum + (sums[place] ?? 0), 0))

/** Figures of a report by department, each with all below it; the last row is their total. Departments without any are left out. */
const byDepartment = (kind: CountedKind): Source<'rows'> => ({
  ...ofSpan,
  async read(asked) {
    const { tx, viewer, language } = asked
    const [tree, found] = [await findTree(tx, viewer.tenantId), await sumsOf(asked, kind, Grouping.department)]
    const all = arrangeTree({ kind, departments: viewer.departments }, tree, found).filter(({ sums }) => sums.some(Boolean))
    const deepest = [5, 4, 3, 2, 1, 0].find((depth) => all.filter(({ level }) => level <= depth).length <= mostRows) ?? 0
    const shown = all.filter(({ level }) => level <= deepest)
    const rows = shown.slice(0, mostRows).map(({ key, label, level, sums }) => ({
      key,
      cells: [indent.repeat(level) + label, ...figuresOf(kind, sums).map(digits)],
      tone: 'plain' as const,
    }))
    const sums = together(
      kind,
      all.filter(({ level }) => level === 0),
    )
    const total = {
      key: 'total',
      cells: [say(language, 'reports:total'), ...figuresOf(kind, sums).map(digits)],
      tone: 'plain' as const,
    }
    const heads = [...headsOf(language, ['crew']), ...titlesOf(language, kind)]
    return { shape: 'rows', heads, rows: [...rows, ...moreRow(language, heads, shown.length - rows.length), total] }
  },
})

export const spanViolations = byDepartment('violations')
export const spanAttendance = byDepartment('attendance')
export const spanCleaning = byDepartment('cleaning')
export const spanInspections = byDepartment('inspections')
export const spanComplaints = byDepartment('complaints')

const jobsOf = (asked: BoardAsked) => {
  const { firstDay, lastDay } = spanOf(asked)
  return findWorkFigures(asked.tx, asked.viewer, firstDay, asked.viewer.departments, lastDay)
}

/** Jobs of the span by crew, and what was worked of what was planned. */
export const spanJobs: Source<'rows'> = {
  ...ofSpan,
  async read(asked) {
    const rows = (await jobsOf(asked)).map((crew) => ({
      key: String(crew.deptId),
      cells: [
        crew.deptName,
        ...[crew.done, crew.missed].map(digits),
        ...[crew.plannedMetres, crew.workedMetres].map((metres) => digits(Math.round(metres / 1000))),
        coverageOf(crew),
      ],
      tone: 'plain' as const,
    }))
    const heads = headsOf(asked.language, ['crew', 'done', 'missed', 'plannedKilometres', 'workedKilometres', 'coverage'])
    return asTable(asked.language, heads, rows, mostRows)
  },
}

/** Vehicles by department on the days of the span that are worked out: days on which they were heard, and kilometres. */
export const spanVehicles: Source<'rows'> = {
  ...ofSpan,
  async read(asked) {
    const { tx, viewer, language } = asked
    const { firstDay, lastDay } = spanOf(asked)
    const all = daysUntilNow(
      asked,
      Array.from({ length: daysIn(firstDay, lastDay) }, (_, place) => daysLater(firstDay, place)),
    )
    const days = await findFullDays(tx, viewer.tenantId, all)
    const found = days.length ? await sumVehicleDays(tx, viewer, days) : []
    const row = (key: string, name: string, some: typeof found) => {
      const [vehicleDays, metres] = [some.reduce((sum, one) => sum + one.days, 0), some.reduce((sum, one) => sum + one.metres, 0)]
      const mean = vehicleDays ? Math.round(metres / vehicleDays / 100) / 10 : null
      return { key, cells: [name, digits(vehicleDays), digits(Math.round(metres / 1000)), digits(mean)], tone: 'plain' as const }
    }
    const rows = found.slice(0, mostRows).map((one) => row(String(one.deptId), one.deptName, [one]))
    const heads = headsOf(language, ['crew', 'vehicleDays', 'kilometres', 'kilometresADay'])
    const counted = say(language, 'boards:daysCounted', { count: days.length, all: all.length })
    const total = row('total', `${say(language, 'reports:total')} · ${counted}`, found)
    return { shape: 'rows', heads, rows: [...rows, ...moreRow(language, heads, found.length - rows.length), total] }
  },
}

/** Sums of the span: jobs, violations, attendance, cleaning reports, inspections and public events. */
export const spanFigures: Source<'figures'> = {
  ...ofSpan,
  async read(asked) {
    const { language } = asked
    const crews = await jobsOf(asked)
    const sum = (of: (crew: (typeof crews)[number]) => number) => crews.reduce((all, crew) => all + of(crew), 0)
    async function measured(kind: CountedKind) {
      const sums = together(kind, await sumsOf(asked, kind, Grouping.department))
      return (name: string) => sums[measuresOf(kind).findIndex(([one]) => one === name)] ?? 0
    }
    const violations = await measured('violations')
    const attendance = await measured('attendance')
    const cleaning = await measured('cleaning')
    const inspections = await measured('inspections')
    const complaints = await measured('complaints')
    const word = (name: SpanFigure) => say(language, `boards:figure.${name}`)
    const shown = (name: SpanFigure, value: number, of: number) => asFigure(name, word(name), value, { of })
    const finished = cleaning('processed') + cleaning('evaluated') + cleaning('over')
    const atWork = attendance('total') - attendance('leave') - attendance('rest')
    return {
      shape: 'figures',
      figures: [
        shown(
          'spanDone',
          sum((crew) => crew.done),
          sum((crew) => crew.due + crew.running + crew.done + crew.missed),
        ),
        asFigure('spanKilometres', word('spanKilometres'), Math.round(sum((crew) => crew.workedMetres) / 1000), {
          of: Math.round(sum((crew) => crew.plannedMetres) / 1000),
          unit: 'km',
        }),
        shown('violationsJudged', violations('total') - violations('pending'), violations('total')),
        shown('attendedOnTime', attendance('normal'), atWork),
        shown('cleaningFinished', finished, cleaning('total')),
        shown('inspectionsClosed', inspections('closed'), inspections('total')),
        shown('complaintsAnswered', complaints('handled'), complaints('total')),
      ],
    }
  },
}
type SpanFigure =
  | 'spanDone'
  | 'spanKilometres'
  | 'violationsJudged'
  | 'attendedOnTime'
  | 'cleaningFinished'
  | 'inspectionsClosed'
  | 'complaintsAnswered'

/** Days of the shortest curve. */
const shortest = 7

/** Violations, cleaning reports and public events by day: of the span, or of the week that ends with it. */
export const spanDays: Source<'series'> = {
  ...ofSpan,
  async read(asked) {
    const { firstDay, lastDay } = spanOf(asked)
    const count = Math.max(shortest, daysIn(firstDay, lastDay))
    const days = Array.from({ length: count }, (_, place) => daysLater(lastDay, place - count + 1))
    const lines = []
    for (const kind of ['violations', 'cleaning', 'complaints'] as const) {
      const found = await sumsOf(asked, kind, Grouping.day, { firstDay: days[0]!, lastDay })
      const totals = new Map(found.map(({ key, sums }) => [key, sums[0] ?? 0]))
      // Days to come are not zero.
      const values = daysUntilNow(asked, days).map((day) => totals.get(day) ?? 0)
      lines.push({ name: say(asked.language, `reports:kind.${kind}`), values })
    }
    return { shape: 'series', labels: days.map((day) => day.slice(5)), lines }
  },
}
