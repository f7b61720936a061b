import { ExportStatus } from '@huanwei/contract/exports/codes'
import { ObjectType } from '@huanwei/contract/objects'
import { Grouping, measuresOf, ReportKind } from '@huanwei/contract/reports/codes'
import { daysIn, daysLater, objectKey } from '@huanwei/contract/reports/rules'
import { dayMs } from '@huanwei/contract/time'
import type { Database } from '../../../db/connect.ts'
import { momentOf } from '../../../lib/time.ts'
import type { Hands } from '../../exports/lanes.ts'
import { type WorkDay, workOfDay } from '../../history/work-days.ts'
import type { TableReport } from '../queries.ts'
import { type Days, listed, sourcesOf } from '../sources/queries.ts'
import { arrangeTree } from './arrange-tree.ts'
import {
  addRows,
  arrangeObjects,
  countRows,
  findAllRows,
  findObjectsAfter,
  findSums,
  findTree,
  type ReportProgress,
  replaceRows,
} from './queries.ts'

/** Days read at once: of what is counted in events, and of what is worked out from positions or readings. */
const daysAtOnce = { events: 31, reports: 1 }
/** Objects whose day is read at once. */
const objectsAtOnce = 2000

/** What each kind takes from tracks: of which objects, and the measures. */
const tracked: Partial<Record<ReportKind, { objectType: ObjectType; measures: (day: WorkDay) => Record<string, number> }>> = {
  [ReportKind.vehicles]: {
    objectType: ObjectType.vehicle,
    measures: ({ driving, standing, idle, metres, trips }) => ({
      days: 1,
      work: driving + idle,
      driving,
      standing,
      metres,
      trips,
    }),
  },
  [ReportKind.mileage]: {
    objectType: ObjectType.vehicle,
    measures: ({ metres }) => ({ days: 1, metres, longest: metres }),
  },
  [ReportKind.people]: { objectType: ObjectType.person, measures: ({ fixes }) => ({ days: 1, fixes }) },
}
const read: readonly ReportKind[] = [ReportKind.facilities, ReportKind.cans]

export type ReportTask = Hands & { report: TableReport; note: (progress?: ReportProgress) => Promise<boolean> }

/** Works through the days of a report and arranges its rows; undefined when it is lost or stopped. */
export async function makeRows(db: Database, { report, note, lost, stopped }: ReportTask) {
  const step = tracked[report.kind] || read.includes(report.kind) ? daysAtOnce.reports : daysAtOnce.events
  const total = daysIn(report.firstDay, report.lastDay)
  for (let done = 0; done < total; done += step) {
    if (stopped.aborted) await note({ status: ExportStatus.waiting, worker: null })
    if (stopped.aborted || lost.aborted) return undefined
    const days = { from: daysLater(report.firstDay, done), to: daysLater(report.firstDay, Math.min(total, done + step)) }
    await addDays(db, report, days)
    if (!(await note({ done: Math.min(total, done + step) }))) return undefined
  }
  return db.within(report, async (tx) => {
    const sums = await findSums(tx, report, measuresOf(report.kind))
    if (report.grouping === Grouping.object) await arrangeObjects(tx, report)
    else if (report.grouping === Grouping.day) await replaceRows(tx, report, daysOf(report, await findAllRows(tx, report)))
    else {
      const [tree, found] = [await findTree(tx, report.tenantId), await findAllRows(tx, report)]
      await replaceRows(tx, report, arrangeTree(report, tree, found))
    }
    return { sums, rows: await countRows(tx, report) }
  })
}

/** Adds the figures of some days: all of them or none. */
async function addDays(db: Database, report: TableReport, days: Days) {
  await db.within(report, async (tx) => {
    for (const source of sourcesOf[report.kind](report, days)) await addRows(tx, report, source)
    await countRows(tx, report)
  })
  const tracks = tracked[report.kind]
  if (!tracks) return
  const day = { from: momentOf(`${days.from} 00:00:00`), to: momentOf(`${days.from} 00:00:00`) + dayMs }
  for (let after = 0; ; ) {
    const found = await db.within(report, (tx) => findObjectsAfter(tx, report, tracks.objectType, after, objectsAtOnce))
    const departmentOf = new Map(found.map(({ id, deptId }) => [id, deptId]))
    const asked = { objectType: tracks.objectType, objectIds: [...departmentOf.keys()], day, now: Date.now() }
    const worked = found.length ? await workOfDay(db, report.tenantId, asked) : []
    const keyOf = ({ objectId }: WorkDay) => {
      if (report.grouping === Grouping.day) return days.from
      const isDepartment = report.grouping === Grouping.department
      return isDepartment ? String(departmentOf.get(objectId)) : objectKey(tracks.objectType, objectId)
    }
    const rows = worked.map((one) => ({ key: keyOf(one), ...tracks.measures(one) }))
    const names = Object.keys(rows[0] ?? {}).filter((name) => name !== 'key')
    if (rows.length) await db.within(report, (tx) => addRows(tx, report, listed(report.kind, rows, names)))
    if (found.length < objectsAtOnce) return
    after = found.at(-1)!.id
  }
}

/** A row for each day, those without anything too. */
function daysOf(report: TableReport, found: { key: string; sums: number[] }[]) {
  const known = new Map(found.map(({ key, sums }) => [key, sums]))
  return Array.from({ length: daysIn(report.firstDay, report.lastDay) }, (_, i) => {
    const key = daysLater(report.firstDay, i)
    return { key, label: key, sums: known.get(key) ?? measuresOf(report.kind).map(() => 0) }
  })
}
