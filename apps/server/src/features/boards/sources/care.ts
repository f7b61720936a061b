import { Pace } from '@huanwei/contract/boards/codes'
import { CleaningStatus } from '@huanwei/contract/cleaning/codes'
import { scores as allScores, ScoreBand } from '@huanwei/contract/complaints/codes'
import { dayMs } from '@huanwei/contract/time'
import { say } from '@huanwei/words/say'
import { dayText } from '../../../lib/time.ts'
import { findComplaints } from '../../complaints/queries.ts'
import { asFigure, asRanking, asTable, headsOf, oneRow, type Source } from '../source.ts'
import { eachDepartment, listAt, onDay } from './lists.ts'
import { countCleaningDays, countScores, findResponse, lookBack, rankQueues, rankScores } from './queries.ts'

/** Scores of the last 30 days' reports, best first. */
export const scores: Source<'figures'> = {
  pace: Pace.slow,
  async read({ tx, viewer, language, now }, kind) {
    const from = dayText(now - (lookBack - 1) * dayMs)
    const found = new Map((await countScores(tx, viewer, kind)).map(({ score, total }) => [score, total]))
    const toneOf = (score: number) => (score >= 4 ? 'good' : score === 3 ? 'warn' : 'bad')
    const figures = allScores.toReversed().map((score) => {
      const label = say(language, 'cleaning:points', { count: score })
      return asFigure(score, label, found.get(score) ?? 0, {
        tone: toneOf(score),
        href: listAt.cleaning({ from, type: kind.cleaningType, facilityType: kind.facilityType, score }),
      })
    })
    return { shape: 'figures', figures }
  },
}

/** Departments by their mean score of the last 30 days, of five. */
export const departmentScores: Source<'figures'> = {
  pace: Pace.slow,
  async read({ tx, viewer, latest, language, now }, kind) {
    const found = await rankScores(tx, viewer, kind)
    const from = dayText(now - (lookBack - 1) * dayMs)
    const { cleaningType: type, facilityType } = kind
    const listOf = await eachDepartment({ latest, viewer }, (deptId) =>
      listAt.cleaning({ from, type, facilityType, statusFrom: CleaningStatus.evaluated, deptId }),
    )
    const figures = found.map(({ deptId, name, mean }) =>
      asFigure(deptId, name, Math.round(mean * 10) / 10, { of: 5, href: listOf(deptId) }),
    )
    return { shape: 'figures', figures: asRanking(language, figures) }
  },
}

/** Mean time to dispatch and to the work's end over the last 30 days, hours; none where nothing was dispatched or ended. */
export const response: Source<'figures'> = {
  pace: Pace.slow,
  async read({ tx, viewer, language }, kind) {
    const found = await findResponse(tx, viewer, kind)
    const unit = say(language, 'boards:unit.hours')
    const figures = (['toAssign', 'toProcess'] as const).flatMap((name) => {
      const minutes = found[name]
      return minutes === null
        ? []
        : [asFigure(name, say(language, `boards:response.${name}`), Math.round(minutes / 6) / 10, { unit })]
    })
    return { shape: 'figures', figures }
  },
}

/** What citizens said to the answers. */
export const satisfaction: Source<'figures'> = {
  pace: Pace.slow,
  async read({ tx, viewer, language }, { facilityType }) {
    const tones = { satisfied: 'good', neutral: 'warn', dissatisfied: 'bad', unsaid: 'quiet' } as const
    const figures = []
    for (const band of [ScoreBand.satisfied, ScoreBand.neutral, ScoreBand.dissatisfied, ScoreBand.unsaid]) {
      const { total } = await findComplaints(tx, viewer, { ...oneRow, facilityType, satisfaction: band }, viewer.departments)
      const href = listAt.complaints({ status: 'processed', satisfaction: band, facilityType })
      figures.push(asFigure(band, say(language, `complaints:satisfaction.${band}`), total, { tone: tones[band], href }))
    }
    return { shape: 'figures', figures }
  },
}

/** Days of a trend, today the last. */
const trendDays = 14

/** Reports that came and that were worked off, by day. */
export const cleaningDays: Source<'series'> = {
  pace: Pace.slow,
  async read({ tx, viewer, language, now }, kind) {
    const found = await countCleaningDays(tx, viewer, kind, trendDays)
    const days = Array.from({ length: trendDays }, (_, i) => dayText(now - (trendDays - 1 - i) * dayMs))
    const lines = (['reported', 'processed'] as const).map((name) => {
      const byDay = new Map(found[name].map(({ day, total }) => [day, total]))
      return { name: say(language, `boards:line.${name}`), values: days.map((day) => byDay.get(day) ?? 0) }
    })
    const { cleaningType, facilityType } = kind
    const hrefs = days.map((day) => listAt.cleaning({ ...onDay(day), type: cleaningType, facilityType }))
    return { shape: 'series', labels: days.map((day) => day.slice(5)), lines, hrefs }
  },
}

/** Crews by the cleaning reports that wait for them. */
export const crewQueues: Source<'rows'> = {
  pace: Pace.slow,
  async read({ tx, viewer, latest, language }) {
    const listOf = await eachDepartment({ latest, viewer }, (deptId) =>
      listAt.cleaning({ statusTo: CleaningStatus.assigned, deptId }),
    )
    const rows = (await rankQueues(tx, viewer)).map(({ deptId, name, open, overdue, done, oldest }) => ({
      key: String(deptId),
      cells: [name, String(open), String(overdue), oldest ?? '–', String(done)],
      tone: overdue > 0 ? ('bad' as const) : ('plain' as const),
      href: listOf(deptId),
    }))
    return asTable(language, headsOf(language, ['crew', 'waiting', 'overdue', 'oldest', 'doneToday']), rows)
  },
}
