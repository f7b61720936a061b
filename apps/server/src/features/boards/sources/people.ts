import { type FigureTone, Pace } from '@huanwei/contract/boards/codes'
import { EmergencyState } from '@huanwei/contract/emergencies/codes'
import { ObjectType } from '@huanwei/contract/objects'
import { Grouping, measuresOf, ReportKind } from '@huanwei/contract/reports/codes'
import { daysLater } from '@huanwei/contract/reports/rules'
import type { Language } from '@huanwei/words/languages'
import { say } from '@huanwei/words/say'
import { findEmergencies } from '../../emergencies/queries.ts'
import { briefingParts } from '../../home/briefing/parts.ts'
import { findTree } from '../../reports/making/queries.ts'
import { readSums } from '../../reports/sums.ts'
import { asTable, headsOf, moreRow, type Source } from '../source.ts'
import { clockOf, withoutCity } from './events.ts'
import { listAt } from './lists.ts'
import { rankHandlerQueues, rankPersonQueues } from './queues/queries.ts'

/** Calls for help at most. */
const mostCalls = 20

/** Calls for help that nobody has acknowledged. A person has no name on a wall; the crew and the place say where to go. */
export const sosCalls: Source<'rows'> = {
  pace: Pace.live,
  lifeMs: 2000,
  async read({ tx, viewer, language }) {
    const filter = { current: 1, size: mostCalls, emergencyState: EmergencyState.waiting, isDrill: false }
    const { records } = await findEmergencies(tx, viewer, filter, viewer.departments)
    const rows = records.map(({ id, time, objectType, objectName, deptName, position }) => ({
      key: String(id),
      cells: [
        clockOf(time),
        objectType === ObjectType.person ? say(language, 'boards:kind.person') : objectName,
        deptName,
        withoutCity(position),
      ],
      tone: 'bad' as const,
      href: listAt.calls({ open: id }),
    }))
    return { shape: 'rows', heads: headsOf(language, ['time', 'object', 'crew', 'place']), rows }
  },
}

const attendanceMeasures = measuresOf(ReportKind.attendance).map(([name]) => name)

/** The newest day of attendance by crew: a row for each. */
export const attendanceCrews: Source<'rows'> = {
  pace: Pace.slow,
  async read(asked) {
    const { tx, viewer, language } = asked
    const { day } = await briefingParts.duty(asked)
    const about = { tenantId: viewer.tenantId, departments: viewer.departments, grouping: Grouping.department }
    const sums = await readSums(tx, ReportKind.attendance, about, { from: day, to: daysLater(day, 1) })
    const known = new Map(sums.map((one) => [one.key, one.sums]))
    const rows = (await findTree(tx, viewer.tenantId)).flatMap(({ id, name }) => {
      const found = known.get(String(id))
      if (!found) return []
      const of = (measure: string) => found[attendanceMeasures.indexOf(measure)] ?? 0
      const cells = [name, ...(['normal', 'late', 'early', 'absent', 'leave'] as const).map((one) => String(of(one)))]
      return [
        {
          key: String(id),
          cells,
          tone: of('absent') > 0 ? ('bad' as const) : of('late') > 0 ? ('warn' as const) : ('plain' as const),
        },
      ]
    })
    return asTable(language, headsOf(language, ['crew', 'onTime', 'late', 'early', 'absent', 'onLeave']), rows)
  },
}

/** Rows of a table of people at most. */
const mostPeople = 200

/** The first people by what waits for them as rows, and how many more there are. */
function asQueues<Person extends { userId: number; total: number }>(
  language: Language,
  heads: string[],
  people: readonly Person[],
  rowOf: (person: Person) => { cells: string[]; tone: FigureTone },
) {
  const rows = people.map((one) => ({ key: String(one.userId), ...rowOf(one) }))
  const left = (people[0]?.total ?? 0) - rows.length
  return { shape: 'rows' as const, heads, rows: [...rows, ...moreRow(language, heads, left)] }
}

/** People by what waits for them: cleaning reports that they are to work off and inspections that they are to answer. */
export const personQueues: Source<'rows'> = {
  pace: Pace.slow,
  async read({ tx, viewer, language }) {
    const heads = headsOf(language, ['person', 'crew', 'waiting', 'overdue', 'oldest', 'doneToday'])
    const people = await rankPersonQueues(tx, viewer, mostPeople)
    return asQueues(language, heads, people, ({ name, deptName, open, overdue, done, oldest }) => ({
      cells: [name, deptName, String(open), String(overdue), oldest ?? '–', String(done)],
      tone: overdue > 0 ? 'bad' : 'plain',
    }))
  },
}

/** People by the events, public events and approvals that were pushed to them and wait. */
export const handlerQueues: Source<'rows'> = {
  pace: Pace.slow,
  async read({ tx, viewer, language }) {
    const heads = headsOf(language, ['person', 'crew', 'event', 'publicEvents', 'approvals', 'oldest', 'doneToday'])
    const people = await rankHandlerQueues(tx, viewer, mostPeople)
    return asQueues(language, heads, people, ({ name, deptName, events, complaints, approvals, oldest, done }) => ({
      cells: [name, deptName, String(events), String(complaints), String(approvals), oldest ?? '–', String(done)],
      tone: 'plain',
    }))
  },
}
