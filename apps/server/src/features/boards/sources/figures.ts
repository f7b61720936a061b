import { type FigureName, Pace } from '@huanwei/contract/boards/codes'
import type { Figure } from '@huanwei/contract/boards/endpoints'
import { CleaningStatus, CleaningType } from '@huanwei/contract/cleaning/codes'
import { Timeliness } from '@huanwei/contract/deadlines/codes'
import type { SourceParams } from '@huanwei/contract/designs/endpoints'
import { FacilityType } from '@huanwei/contract/dictionaries/codes'
import { isOnline } from '@huanwei/contract/live/rules'
import { PushStatus } from '@huanwei/contract/messages/codes'
import { ObjectType } from '@huanwei/contract/objects'
import { WorkState } from '@huanwei/contract/work/codes'
import { say } from '@huanwei/words/say'
import { dayText } from '../../../lib/time.ts'
import { countPendingApprovals } from '../../approvals/queries.ts'
import { findReports } from '../../cleaning/queries.ts'
import { findComplaints } from '../../complaints/queries.ts'
import { wrongNow } from '../../home/briefing/live-figures.ts'
import { countToday } from '../../home/queries.ts'
import { countWaitingInspections } from '../../inspections/queries.ts'
import { findViolations } from '../../violations/queries.ts'
import { findWorkFigures } from '../../work/queries.ts'
import { asFigure, type BoardAsked, oneRow, type Source } from '../source.ts'
import { listAt, liveTabs, onDay } from './lists.ts'
import { facilitiesOf, listedOf } from './live-state.ts'

type Value = { value: number } & Partial<Pick<Figure, 'unit' | 'tone'>> & { of?: number; before?: number; href?: string }
type Read = (asked: BoardAsked, params: SourceParams) => Promise<Value> | Value

const online =
  (objectType: ObjectType): Read =>
  (asked, { vehicleFunction }) => {
    const all = listedOf(asked, objectType, vehicleFunction)
    const href = listAt.live({ tab: liveTabs[objectType], status: 'online', vehicleFunction })
    return { value: all.filter(({ live }) => isOnline(live.status)).length, of: all.length, href }
  }

const suctions = { type: CleaningType.suction } as const
type CleaningFilter = Omit<Parameters<typeof findReports>[2], 'current' | 'size'>
const reports = async ({ tx, viewer }: BoardAsked, filter: CleaningFilter) =>
  (await findReports(tx, viewer, { ...oneRow, ...filter }, viewer.departments)).total
const overdueReports = { timeliness: Timeliness.overdue } as const
const suctionsIn = async (
  asked: BoardAsked,
  filter: { status: CleaningStatus } | typeof overdueReports | Record<never, never>,
) => ({
  value: await reports(asked, { ...suctions, ...filter }),
  href: listAt.cleaning({ ...suctions, ...filter }),
})

async function jobs({ tx, viewer, now }: BoardAsked) {
  const crews = await findWorkFigures(tx, viewer, dayText(now), viewer.departments)
  const sum = (of: (crew: (typeof crews)[number]) => number) => crews.reduce((all, crew) => all + of(crew), 0)
  return {
    done: sum(({ done }) => done),
    running: sum(({ running }) => running),
    missed: sum(({ missed }) => missed),
    all: sum(({ due, running, done, missed }) => due + running + done + missed),
    plannedMetres: sum(({ plannedMetres }) => plannedMetres),
    workedMetres: sum(({ workedMetres }) => workedMetres),
    stops: sum(({ stopCount }) => stopCount),
    visited: sum(({ visitedCount }) => visitedCount),
  }
}
const jobsAt = ({ now }: BoardAsked, workState?: WorkState) => listAt.work({ day: dayText(now), workState })

/** Each figure equals the total of the list that it opens. */
const values = {
  vehiclesOnline: online(ObjectType.vehicle),
  peopleOnline: online(ObjectType.person),
  facilitiesOnline: online(ObjectType.facility),
  objectsWrong: ({ latest, viewer }) => {
    const { vehicles, people, facilities, cans } = wrongNow(latest, viewer)
    const value = vehicles + people + facilities + cans
    return { value, tone: value > 0 ? 'bad' : 'good', href: listAt.terminals({ wrong: 'true' }) }
  },
  eventsToday: async ({ tx, viewer, now }) => {
    const { total, yesterday } = await countToday(tx, viewer)
    return { value: total, before: yesterday, href: listAt.allEvents(onDay(dayText(now))) }
  },
  eventsHandled: async ({ tx, viewer, now }) => {
    const { total, handled } = await countToday(tx, viewer)
    const href = listAt.allEvents({ status: 'processed', ...onDay(dayText(now)) })
    return { value: handled, of: total, tone: 'good', href }
  },
  eventsWaiting: async ({ tx, viewer, language }) => {
    const { total } = await findViolations(tx, viewer, { ...oneRow, handled: false }, viewer.departments, language)
    return { value: total, tone: total > 0 ? 'warn' : 'good', href: listAt.allEvents({ status: 'pending' }) }
  },
  complaintsWaiting: async ({ tx, viewer }, { facilityType }) => {
    const filter = { ...oneRow, facilityType, status: PushStatus.pending }
    const { total } = await findComplaints(tx, viewer, filter, viewer.departments)
    return { value: total, href: listAt.complaints({ status: 'pending', facilityType }) }
  },
  inspectionsWaiting: async ({ tx, viewer }) => ({
    value: await countWaitingInspections(tx, viewer),
    href: listAt.inspections({ tab: 'waiting' }),
  }),
  approvalsWaiting: async ({ tx, viewer }) => ({
    value: await countPendingApprovals(tx, viewer),
    href: listAt.approvals({ tab: 'pending' }),
  }),
  cleaningOpen: async (asked, { facilityType }) => ({
    value: await reports(asked, { facilityType, statusTo: CleaningStatus.assigned }),
    href: listAt.cleaning({ facilityType, statusTo: CleaningStatus.assigned }),
  }),
  cleaningOverdue: async (asked, { facilityType }) => {
    const value = await reports(asked, { facilityType, ...overdueReports })
    return { value, tone: value > 0 ? 'bad' : 'good', href: listAt.cleaning({ facilityType, ...overdueReports }) }
  },
  households: (asked) => {
    const value = facilitiesOf(asked, FacilityType.ruralToilet).length
    return { value, href: listAt.facilities({ facilityType: FacilityType.ruralToilet }) }
  },
  suctionsToday: async (asked) => {
    const day = dayText(asked.now)
    const value = await reports(asked, { ...suctions, startTime: `${day} 00:00:00`, endTime: `${day} 23:59:59` })
    return { value, href: listAt.cleaning({ ...suctions, ...onDay(day) }) }
  },
  suctionsWaiting: (asked) => suctionsIn(asked, { status: CleaningStatus.created }),
  suctionsUnderway: (asked) => suctionsIn(asked, { status: CleaningStatus.assigned }),
  suctionsOverdue: async (asked) => {
    const overdue = await suctionsIn(asked, overdueReports)
    return { ...overdue, tone: overdue.value > 0 ? 'bad' : 'good' }
  },
  suctionsAll: (asked) => suctionsIn(asked, {}),
  jobsDone: async (asked) => {
    const { done, all } = await jobs(asked)
    return { value: done, of: all, tone: 'good', href: jobsAt(asked, WorkState.done) }
  },
  jobsRunning: async (asked) => ({ value: (await jobs(asked)).running, href: jobsAt(asked, WorkState.running) }),
  kilometresWorked: async (asked) => {
    const { workedMetres, plannedMetres } = await jobs(asked)
    return { value: Math.round(workedMetres / 1000), of: Math.round(plannedMetres / 1000), unit: 'km', href: jobsAt(asked) }
  },
  stopsVisited: async (asked) => {
    const { visited, stops } = await jobs(asked)
    return { value: visited, of: stops, href: jobsAt(asked) }
  },
  toilets: (asked) => ({
    value: facilitiesOf(asked, FacilityType.publicToilet).length,
    href: listAt.facilities({ facilityType: FacilityType.publicToilet }),
  }),
  jobsMissed: async (asked) => {
    const { missed } = await jobs(asked)
    return { value: missed, tone: missed > 0 ? 'bad' : 'good', href: jobsAt(asked, WorkState.missed) }
  },
} satisfies Record<FigureName, Read>

/** The figures of these names, in this order. */
const read: Source<'figures'>['read'] = async (asked, params) => {
  const figures: Figure[] = []
  for (const name of params.names ?? []) {
    const { value, ...more } = await values[name](asked, params)
    figures.push(asFigure(name, say(asked.language, `boards:figure.${name}`), value, more))
  }
  return { shape: 'figures', figures }
}

export const liveFigures: Source<'figures'> = { pace: Pace.live, read }
export const figures: Source<'figures'> = { pace: Pace.slow, read }
