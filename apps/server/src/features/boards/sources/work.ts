import { Pace } from '@huanwei/contract/boards/codes'
import { CleaningType } from '@huanwei/contract/cleaning/codes'
import { Timeliness } from '@huanwei/contract/deadlines/codes'
import { FacilityType } from '@huanwei/contract/dictionaries/codes'
import { WorkState } from '@huanwei/contract/work/codes'
import { say } from '@huanwei/words/say'
import { dayText } from '../../../lib/time.ts'
import { briefingParts, findTowns } from '../../home/briefing/parts.ts'
import { findWorkFigures } from '../../work/queries.ts'
import { asFigure, asRanking, asTable, type BoardAsked, headsOf, type Source } from '../source.ts'
import { eachDepartment, listAt, onDay } from './lists.ts'

const dayOf = ({ now, day }: BoardAsked) => day ?? dayText(now)
const jobsOf = (asked: BoardAsked) => findWorkFigures(asked.tx, asked.viewer, dayOf(asked), asked.viewer.departments)

/** Jobs of a day by state. */
export const jobStates: Source<'figures'> = {
  pace: Pace.slow,
  async read(asked) {
    const crews = await jobsOf(asked)
    const figures = (
      [
        ['done', 'good'],
        ['running', 'plain'],
        ['due', 'quiet'],
        ['missed', 'bad'],
      ] as const
    ).map(([name, tone]) =>
      asFigure(
        name,
        say(asked.language, `boards:job.${name}`),
        crews.reduce((sum, crew) => sum + crew[name], 0),
        { tone, href: listAt.work({ day: dayOf(asked), workState: name }) },
      ),
    )
    return { shape: 'figures', figures }
  },
}

/** Jobs of a day by crew: a row for each. */
export const crewJobs: Source<'rows'> = {
  pace: Pace.slow,
  async read(asked) {
    const listOf = await eachDepartment(asked, (deptId) => listAt.work({ day: dayOf(asked), deptId }))
    const rows = (await jobsOf(asked)).map((crew) => ({
      key: String(crew.deptId),
      cells: [crew.deptName, ...[crew.done, crew.running, crew.due, crew.missed].map(String), coverageOf(crew)],
      tone: crew.missed > 0 ? ('bad' as const) : ('plain' as const),
      href: listOf(crew.deptId),
    }))
    return asTable(asked.language, headsOf(asked.language, ['crew', 'done', 'running', 'due', 'missed', 'coverage']), rows)
  },
}

/** Worked of the planned length, percent; of the stops where nothing is planned by length. */
export function coverageOf({ plannedMetres, workedMetres, stopCount, visitedCount }: Awaited<ReturnType<typeof jobsOf>>[number]) {
  if (plannedMetres > 0) return `${Math.round((100 * workedMetres) / plannedMetres)}%`
  return stopCount > 0 ? `${Math.round((100 * visitedCount) / stopCount)}%` : '–'
}

/** Worked of the planned kilometres of a day by crew, the least first. */
export const crewCoverage: Source<'figures'> = {
  pace: Pace.slow,
  async read(asked) {
    const crews = (await jobsOf(asked)).filter(({ plannedMetres }) => plannedMetres > 0)
    const listOf = await eachDepartment(asked, (deptId) => listAt.work({ day: dayOf(asked), deptId }))
    const figures = crews
      .sort((a, b) => a.workedMetres / a.plannedMetres - b.workedMetres / b.plannedMetres || a.deptId - b.deptId)
      .map(({ deptId, deptName, plannedMetres, workedMetres }) =>
        asFigure(deptId, deptName, Math.round(workedMetres / 1000), {
          of: Math.round(plannedMetres / 1000),
          unit: 'km',
          href: listOf(deptId),
        }),
      )
    return { shape: 'figures', figures: asRanking(asked.language, figures) }
  },
}

/** Sums of a day: jobs done of all, kilometres worked and stops visited of those planned. */
export const daySums: Source<'figures'> = {
  pace: Pace.slow,
  async read(asked) {
    const crews = await jobsOf(asked)
    const sum = (of: (crew: (typeof crews)[number]) => number) => crews.reduce((all, crew) => all + of(crew), 0)
    const done = sum((crew) => crew.done)
    const figures = [
      asFigure('dayDone', say(asked.language, 'boards:figure.dayDone'), done, {
        of: sum((crew) => crew.due + crew.running + crew.done + crew.missed),
        tone: 'good',
        href: listAt.work({ day: dayOf(asked), workState: WorkState.done }),
      }),
      asFigure(
        'dayKilometres',
        say(asked.language, 'boards:figure.dayKilometres'),
        Math.round(sum((crew) => crew.workedMetres) / 1000),
        {
          of: Math.round(sum((crew) => crew.plannedMetres) / 1000),
          unit: 'km',
          href: listAt.work({ day: dayOf(asked) }),
        },
      ),
      asFigure(
        'dayStops',
        say(asked.language, 'boards:figure.dayStops'),
        sum((crew) => crew.visitedCount),
        {
          of: sum((crew) => crew.stopCount),
          href: listAt.work({ day: dayOf(asked) }),
        },
      ),
    ]
    return { shape: 'figures', figures }
  },
}

/** People whose shift covers this minute, by whether they were seen. */
export const roster: Source<'figures'> = {
  pace: Pace.slow,
  async read(asked) {
    const { roster: people } = await briefingParts.duty(asked)
    const tones = { seen: 'good', unseen: 'warn', away: 'quiet' } as const
    const figures = (['seen', 'unseen', 'away'] as const).map((name) =>
      asFigure(name, say(asked.language, `attendance:rosters.${name}`), people[name], {
        tone: tones[name],
        href: listAt.roster({ rosterState: name }),
      }),
    )
    return { shape: 'figures', figures }
  },
}

/** The newest day of attendance by state. */
export const attendanceStates: Source<'figures'> = {
  pace: Pace.slow,
  async read(asked) {
    const { states, day } = await briefingParts.duty(asked)
    const tones = { normal: 'good', late: 'warn', early: 'warn', absent: 'bad', leave: 'quiet' } as const
    const figures = states.map(({ state, total }) =>
      asFigure(state, say(asked.language, `attendance:states.${state}`), total, {
        tone: tones[state],
        href: listAt.attendanceDays({ ...onDay(day), dayState: state }),
      }),
    )
    return { shape: 'figures', figures }
  },
}

/** Towns by their households, and what waits there: a row for each. */
export const towns: Source<'rows'> = {
  pace: Pace.slow,
  async read(asked) {
    const { towns: found } = await findTowns(asked)
    const rows = found.map(({ deptId, name, households, today, overdue }) => ({
      key: String(deptId),
      cells: [name, ...[households, today, overdue].map(String)],
      tone: overdue > 0 ? ('bad' as const) : ('plain' as const),
      href: listAt.facilities({ facilityType: FacilityType.ruralToilet, deptId }),
    }))
    return asTable(asked.language, headsOf(asked.language, ['town', 'households', 'today', 'overdue']), rows)
  },
}

/** Towns by overdue emptying. */
export const townsOverdue: Source<'figures'> = {
  pace: Pace.slow,
  async read(asked) {
    const { towns: found } = await findTowns(asked)
    const figures = found.map(({ deptId, name, overdue }) => {
      const href = listAt.cleaning({ type: CleaningType.suction, timeliness: Timeliness.overdue, deptId })
      return asFigure(deptId, name, overdue, { tone: 'warn', href })
    })
    return { shape: 'figures', figures: asRanking(asked.language, figures) }
  },
}
