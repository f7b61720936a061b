import { Pace } from '@huanwei/contract/boards/codes'
import { say } from '@huanwei/words/say'
import { dayText } from '../../../lib/time.ts'
import { briefingParts } from '../../home/briefing/parts.ts'
import { findWorkFigures } from '../../work/queries.ts'
import { asFigure, type BoardAsked, type Source } from '../source.ts'

const jobsOfToday = ({ tx, viewer, now }: BoardAsked) => findWorkFigures(tx, viewer, dayText(now), viewer.departments)

/** Jobs of today by state. */
export const jobStates: Source = {
  pace: Pace.slow,
  async read(asked) {
    const crews = await jobsOfToday(asked)
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
        { tone, href: '/work/index' },
      ),
    )
    return { shape: 'figures', figures }
  },
}

/** Jobs of today by crew: a row for each. */
export const crewJobs: Source = {
  pace: Pace.slow,
  async read(asked) {
    const head = (name: 'crew' | 'done' | 'running' | 'due' | 'missed' | 'coverage') => say(asked.language, `boards:head.${name}`)
    const rows = (await jobsOfToday(asked)).map((crew) => ({
      key: String(crew.deptId),
      cells: [crew.deptName, ...[crew.done, crew.running, crew.due, crew.missed].map(String), share(crew)],
      tone: crew.missed > 0 ? ('bad' as const) : ('plain' as const),
    }))
    return {
      shape: 'rows',
      heads: [head('crew'), head('done'), head('running'), head('due'), head('missed'), head('coverage')],
      rows,
    }
  },
}

/** Worked of the planned length, percent; of the stops where nothing is planned by length. */
function share({ plannedMetres, workedMetres, stopCount, visitedCount }: Awaited<ReturnType<typeof jobsOfToday>>[number]) {
  if (plannedMetres > 0) return `${Math.round((100 * workedMetres) / plannedMetres)}%`
  return stopCount > 0 ? `${Math.round((100 * visitedCount) / stopCount)}%` : '–'
}

/** People whose shift covers this minute, by whether they were seen. */
export const roster: Source = {
  pace: Pace.slow,
  async read(asked) {
    const { roster: people } = await briefingParts.duty(asked)
    const tones = { seen: 'good', unseen: 'warn', away: 'quiet' } as const
    const figures = (['seen', 'unseen', 'away'] as const).map((name) =>
      asFigure(name, say(asked.language, `attendance:rosters.${name}`), people[name], {
        tone: tones[name],
        href: '/attendance/index',
      }),
    )
    return { shape: 'figures', figures }
  },
}

/** The newest day of attendance by state. */
export const attendanceStates: Source = {
  pace: Pace.slow,
  async read(asked) {
    const { states } = await briefingParts.duty(asked)
    const tones = { normal: 'good', late: 'warn', early: 'warn', absent: 'bad', leave: 'quiet' } as const
    const figures = states.map(({ state, total }) =>
      asFigure(state, say(asked.language, `attendance:states.${state}`), total, {
        tone: tones[state],
        href: '/attendance/index',
      }),
    )
    return { shape: 'figures', figures }
  },
}

/** Towns by their households, and what waits there: a row for each. */
export const towns: Source = {
  pace: Pace.slow,
  async read(asked) {
    const found = (await briefingParts.toilets(asked)).towns
    const word = (name: 'town' | 'households' | 'today' | 'overdue') => say(asked.language, `boards:head.${name}`)
    const rows = found.map(({ deptId, name, households, today, overdue }) => ({
      key: String(deptId),
      cells: [name, ...[households, today, overdue].map(String)],
      tone: overdue > 0 ? ('bad' as const) : ('plain' as const),
    }))
    return { shape: 'rows', heads: [word('town'), word('households'), word('today'), word('overdue')], rows }
  },
}

/** Towns by overdue emptying. */
export const townsOverdue: Source = {
  pace: Pace.slow,
  async read(asked) {
    const found = (await briefingParts.toilets(asked)).towns
    return {
      shape: 'figures',
      figures: found.map(({ deptId, name, overdue }) => asFigure(deptId, name, overdue, { tone: 'warn' })),
    }
  },
}
