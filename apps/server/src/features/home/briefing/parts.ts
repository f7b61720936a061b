import { AttendanceState, RosterState } from '@huanwei/contract/attendance/codes'
import { CleaningStatus, CleaningType } from '@huanwei/contract/cleaning/codes'
import { Timeliness } from '@huanwei/contract/deadlines/codes'
import type { Briefing } from '@huanwei/contract/home/endpoints'
import { InspectionStatus } from '@huanwei/contract/inspections/codes'
import { MsgType, PushStatus } from '@huanwei/contract/messages/codes'
import { ObjectType } from '@huanwei/contract/objects'
import { Severity } from '@huanwei/contract/rules/codes'
import { dayMs } from '@huanwei/contract/time'
import type { Language } from '@huanwei/words/languages'
import type { Tx } from '../../../db/connect.ts'
import type { Viewer } from '../../../http/viewer.ts'
import { dayText } from '../../../lib/time.ts'
import type { Latest } from '../../../position/latest/latest.ts'
import { findAttendanceDays } from '../../attendance/queries.ts'
import { findOnShift } from '../../attendance/roster.ts'
import { findReports } from '../../cleaning/queries.ts'
import { findFigures } from '../../parameters/queries.ts'
import { findViolationPushes, findViolations } from '../../violations/queries.ts'
import { countOnline, overLimits, townsOf, wrongNow } from './live-figures.ts'
import { countDeadlines, countInspections } from './own-work.ts'
import { countByDay, countSuctions, type DaySpan, rankDepartments, rankVehicles } from './queries.ts'

type Part<K extends keyof Briefing> = Promise<NonNullable<Briefing[K]>>
type Asked = { tx: Tx; viewer: Viewer; latest: Latest; language: Language; now: number }

/** One row is enough: a list says how many it has. */
const first = { current: 1, size: 1 }
/** States of who had a shift. */
const expected = [
  AttendanceState.normal,
  AttendanceState.late,
  AttendanceState.early,
  AttendanceState.absent,
  AttendanceState.leave,
] as const
/** In the order of the queues. */
const kinds = [ObjectType.vehicle, ObjectType.person, ObjectType.facility]

/** Towns of the briefing at most. */
const mostTowns = 12

/** Rural toilets of every town in scope, those with most overdue requests first. */
export const findTowns = async ({ tx, viewer, latest }: Pick<Asked, 'tx' | 'viewer' | 'latest'>) =>
  townsOf(await latest.departments(viewer.tenantId), latest, viewer, await countSuctions(tx, viewer))

/** How each part of the briefing is made: a figure that opens a list is the total of that list. */
export const briefingParts: { [K in keyof Required<Briefing>]: (asked: Asked) => Part<K> } = {
  async severities(asked) {
    const found: NonNullable<Briefing['severities']> = []
    for (const objectType of kinds)
      for (const severity of Object.values(Severity))
        found.push({ objectType, severity, ...(await waiting(asked, objectType, severity)) })
    return found
  },

  wrong: async ({ latest, viewer }) => wrongNow(latest, viewer),

  deadlines: countDeadlines,

  async cases(asked) {
    const { userId } = asked.viewer
    const [reporter, answering] = [{ reportPersonId: userId }, { responsibleId: userId }]
    return {
      waiting: await countInspections(asked, { ...reporter, status: InspectionStatus.waiting }),
      fedBack: await countInspections(asked, { ...reporter, status: InspectionStatus.fedBack }),
      mine: await countInspections(asked, { ...answering, status: InspectionStatus.waiting }),
      returned: await countInspections(asked, { ...answering, ifReturn: 1 }),
    }
  },

  async toilets({ tx, viewer, latest, now }) {
    const day = dayText(now)
    const count = async (filter: Omit<Parameters<typeof findReports>[2], 'current' | 'size' | 'type'>) => {
      const asked = { ...first, type: CleaningType.suction, ...filter }
      return (await findReports(tx, viewer, asked, viewer.departments)).total
    }
    const { households, towns } = await findTowns({ tx, viewer, latest })
    return {
      day,
      today: await count({ startTime: `${day} 00:00:00`, endTime: `${day} 23:59:59` }),
      created: await count({ status: CleaningStatus.created }),
      assigned: await count({ status: CleaningStatus.assigned }),
      overdue: await count({ timeliness: Timeliness.overdue }),
      households,
      towns: towns.slice(0, mostTowns),
      townsLeft: Math.max(0, towns.length - mostTowns),
    }
  },

  async duty({ tx, viewer, latest, now }) {
    const count = async (day: string, dayState?: AttendanceState) => {
      const asked = { ...first, firstDay: day, lastDay: day, dayState }
      return (await findAttendanceDays(tx, viewer, asked, viewer.departments)).total
    }
    const today = dayText(now)
    const day = (await count(today)) > 0 ? today : dayText(now - dayMs)
    const states: NonNullable<Briefing['duty']>['states'] = []
    for (const state of expected) states.push({ state, total: await count(day, state) })
    const { tenantId, departments } = viewer
    const people = await findOnShift(tx, { tenantId, departments, people: latest.people, now })
    const inState = (state: RosterState) => people.filter((one) => one.state === state).length
    const { seen, unseen, away } = RosterState
    const roster = { seen: inState(seen), unseen: inState(unseen), away: inState(away) }
    return { online: countOnline(latest, viewer), roster, day, states }
  },

  async limits({ tx, viewer, latest }) {
    const { can_overfull_percent: overfullFrom } = await findFigures(tx, viewer.tenantId, ['can_overfull_percent'])
    return overLimits(latest, viewer, overfullFrom)
  },

  async week({ tx, viewer, now }) {
    const days = finishedDays(now)
    const before = finishedDays(now - 7 * dayMs)
    const counted = await countByDay(tx, viewer, { firstDay: before.firstDay, lastDay: days.lastDay })
    return {
      ...days,
      kinds: kinds.map((objectType) => {
        const own = counted.filter((one) => one.objectType === objectType)
        const current = own.filter(({ day }) => day >= days.firstDay)
        return {
          objectType,
          pending: sumOf(current.map(({ pending }) => pending)),
          handled: sumOf(current.map(({ handled }) => handled)),
          days: byDay(own, now),
          daysBefore: byDay(own, now - 7 * dayMs),
        }
      }),
    }
  },

  async most({ tx, viewer, now }) {
    const days = finishedDays(now)
    return {
      ...days,
      vehicles: await rankVehicles(tx, viewer, days),
      departments: await rankDepartments(tx, viewer, days),
    }
  },
}

/** The list of waiting violations of a kind and severity: how many, and the one that waits longest. */
async function waiting({ tx, viewer, language }: Asked, objectType: ObjectType, severity: Severity) {
  const asked = { ...first, objectType, severity }
  if (viewer.permissions.has('violation_handle')) {
    const filter = { ...asked, msgType: MsgType.violation, status: PushStatus.pending, ascs: 'createTime' as const }
    const { total, records } = await findViolationPushes(tx, viewer, { filter, departments: viewer.departments }, language)
    return { pending: total, oldest: oldestOf(records) }
  }
  const page = (current: number) =>
    findViolations(tx, viewer, { ...asked, current, handled: false }, viewer.departments, language)
  const { total, records } = await page(1)
  return { pending: total, oldest: oldestOf(total > 1 ? (await page(total)).records : records) }
}

function oldestOf([row]: readonly { id: number; createTime: string }[]) {
  return row ? { id: row.id, createTime: row.createTime } : null
}

/** The seven days before the day of `now`, epoch ms. */
const finishedDays = (now: number): DaySpan => ({ firstDay: dayText(now - 7 * dayMs), lastDay: dayText(now - dayMs) })

/** Numbers of the seven days before the day of `now`, epoch ms. */
const byDay = (counted: Awaited<ReturnType<typeof countByDay>>, now: number) =>
  Array.from({ length: 7 }, (_, i) => {
    const day = dayText(now - (7 - i) * dayMs)
    return sumOf(counted.filter((one) => one.day === day).map(({ pending, handled }) => pending + handled))
  })

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0)
