import { ExportStatus } from '@huanwei/contract/exports/codes'
import { covers } from '@huanwei/contract/exports/rules'
import { StopReason } from '@huanwei/contract/reports/codes'
import { everyOf, nextTime, spanBefore } from '@huanwei/contract/reports/rules'
import { minuteMs } from '@huanwei/contract/time'
import type { Database, Tx } from '../../db/connect.ts'
import { Refused } from '../../http/refuse.ts'
import type { Viewer } from '../../http/viewer.ts'
import { momentOf, timeText } from '../../lib/time.ts'
import { type Hands, startLanes, textOf } from '../exports/lanes.ts'
import { newWorker } from '../exports/spool.ts'
import type { FileStore } from '../files/file-store.ts'
import { loadViewer, loadViewers } from '../session/queries.ts'
import { beginReport } from './begin-report.ts'
import { makeRows } from './making/make-report.ts'
import { type ReportProgress, setReportProgress, takeReportForm } from './making/queries.ts'
import { type DrawPages, writePages } from './making/write-pages.ts'
import { writeSheet } from './making/write-sheet.ts'
import { type ReportFormRow, remindReceivers, removeOldest } from './queries.ts'
import { findReceivers, type ScheduleRow, setNext, takeDue } from './schedules/queries.ts'

/** Number of reports that one process makes at a time. */
const lanes = 1
/** Interval at which schedules are looked at, ms. */
const everyMs = minuteMs / 2
/** Longer than a person waits at the screen where a report opens as soon as it is ready, ms. */
const attendedMs = 5000

type Log = { error(what: object, text: string): void }
export type ReportParts = { db: Database; store: FileStore }

/** Makes reports, and those of schedules that are due; one that a crash interrupted begins anew. */
export function startReports({ log, drawPages, ...parts }: ReportParts & { log: Log; drawPages: DrawPages }) {
  const { db } = parts
  async function finish(fileName: string, note: (progress: ReportProgress) => Promise<boolean>, made: ReportProgress) {
    if (!(await note({ status: ExportStatus.done, fileName, ...made }))) await parts.store.remove(fileName)
  }
  const pagesOf = async (report: ReportFormRow, maker: Viewer, { lost }: Hands) => {
    const { tenantId, departments, deptId, language, firstDay, lastDay } = report
    const period = everyOf(firstDay, lastDay)
    if (!period) throw new Refused(400, 'reports:refusal.wholeSpan')
    const own = maker.departments === null ? null : maker.deptId
    const pages = await drawPages({
      tenantId,
      departments,
      namedDept: deptId ?? own,
      language,
      span: { period, firstDay, lastDay },
    })
    return writePages(parts.store, pages, lost)
  }
  const making = startLanes<ReportFormRow, ReportProgress>({
    log,
    what: 'reports',
    lanes,
    take: () => db.system((tx) => takeReportForm(tx, newWorker())),
    note: (report, progress) =>
      db.system(async (tx) => {
        const isStored = await setReportProgress(tx, report, progress)
        if (isStored && progress?.status === ExportStatus.done) await remindOf(tx, report)
        return isStored
      }),
    async work(report, note, hands) {
      const maker = await mustReach(db, report)
      const { grouping } = report
      if (grouping === null) return finish(await pagesOf(report, maker, hands), note, { done: report.total })
      const table = { ...report, grouping }
      const made = await makeRows(db, { report: table, note, ...hands })
      if (made) await finish(await writeSheet(db, parts.store, table, made, hands.lost), note, made)
    },
    again: { status: ExportStatus.waiting, worker: null },
    failed: (report, error) => ({
      status: ExportStatus.failed,
      error: textOf(log, 'a report failed', report.language, error).text,
    }),
  })
  let running: Promise<void> | undefined
  const look = () => {
    running ??= makeDue(parts, timeText(Date.now()))
      .then((begun) => begun && making.wake())
      .catch(making.logAndPause)
      .then(() => {
        running = undefined
      })
    return running
  }
  const timer = setInterval(look, everyMs)
  return {
    wake: making.wake,
    async close() {
      clearInterval(timer)
      await running
      await making.close()
    },
  }
}
export type Reports = ReturnType<typeof startReports>

/** Returns who made a report. They must still see all of it: throws 403 otherwise. */
async function mustReach(db: Database, { tenantId, userId, departments }: ReportFormRow) {
  const loaded = await db.system((tx) => loadViewer(tx, tenantId, userId, ''))
  if (!loaded?.viewer.permissions.has('admin_reportforms_add') || !covers(loaded.viewer.departments, departments))
    throw new Refused(403, 'reports:refusal.outOfReach', {}, 'access_denied')
  return loaded.viewer
}

/** Reminds who made a report, unless they still wait for it, and the receivers of its schedule, as far as they see its departments. */
async function remindOf(tx: Tx, report: ReportFormRow) {
  const { tenantId, userId, departments, scheduleId, createTime } = report
  if (scheduleId === null && Date.now() - momentOf(createTime) < attendedMs) return
  const receivers = scheduleId === null ? [] : await findReceivers(tx, tenantId, scheduleId)
  const ids = [...new Set([userId, ...receivers])]
  const people = await loadViewers(
    tx,
    ids.map((id) => ({ tenantId, userId: id, family: '' })),
  )
  const seeing = people.flatMap((one) => (one && covers(one.viewer.departments, departments) ? [one.viewer] : []))
  const owner = seeing.find((one) => one.userId === userId) ?? seeing[0]
  if (owner)
    await remindReceivers(
      tx,
      report,
      owner.deptId,
      seeing.map((one) => one.userId),
    )
}

/** Begins the reports of all schedules that are due; of several missed times the last one. Returns how many. `now` as on the wire. */
export async function makeDue({ db, store }: ReportParts, now: string) {
  for (let begun = 0; ; begun++) {
    const taken = await db.system(async (tx) => {
      const due = await takeDue(tx, now)
      if (!due) return undefined
      const reason = await beginDue(tx, due, now)
      if (reason) await setNext(tx, due, { nextTime: null, stopReason: reason })
      else await setNext(tx, due, { lastTime: now, nextTime: nextTime(due.every, due.time, now) })
      return reason ? [] : removeOldest(tx, due.tenantId, due.id)
    })
    if (!taken) return begun
    for (const fileName of taken) await store.remove(fileName)
  }
}

/** Begins the report of a schedule with the rights of its owner; or returns why not. */
async function beginDue(tx: Tx, schedule: ScheduleRow, now: string): Promise<StopReason | undefined> {
  const loaded = await loadViewer(tx, schedule.tenantId, schedule.userId, '')
  if (!loaded) return StopReason.owner
  const { viewer } = loaded
  if (!viewer.permissions.has('admin_reportforms_add') || !viewer.permissions.has('admin_reportschedule_add'))
    return StopReason.permission
  try {
    await beginReport(tx, viewer, askedOf(schedule, now), schedule.language)
    return undefined
  } catch (error) {
    if (error instanceof Refused && error.status === 404) return StopReason.scope
    throw error
  }
}

function askedOf({ id, kind, grouping, deptId, projectId, every, name }: ScheduleRow, now: string) {
  const { firstDay, lastDay } = spanBefore(every, now.slice(0, 10))
  const span = firstDay === lastDay ? firstDay : `${firstDay} – ${lastDay}`
  return {
    name: `${name} ${span}`.slice(0, 100),
    kind,
    grouping: grouping ?? undefined,
    deptId: deptId ?? undefined,
    projectId: projectId ?? undefined,
    objectType: undefined,
    objectId: undefined,
    firstDay,
    lastDay,
    scheduleId: id,
  }
}
