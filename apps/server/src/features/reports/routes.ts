import { ExportStatus } from '@huanwei/contract/exports/codes'
import { canResume, isUnfinished } from '@huanwei/contract/exports/rules'
import { fileTypes } from '@huanwei/contract/files/codes'
import { pageOf } from '@huanwei/contract/page'
import { columnsOf, hasRows } from '@huanwei/contract/reports/codes'
import {
  cancelReport,
  getReport,
  getReportFile,
  getReportUrl,
  listReportCell,
  listReportRows,
  listReports,
  makeReport,
  makeReportAgain,
  type Report,
  type ReportRow,
  removeReport,
} from '@huanwei/contract/reports/endpoints'
import { figuresOf, listOfCell, mainMeasures, mostUnfinishedReports, periodOf } from '@huanwei/contract/reports/rules'
import { say } from '@huanwei/words/say'
import type { FastifyInstance } from 'fastify'
import type { Database, Tx } from '../../db/connect.ts'
import { departmentsFor } from '../../db/scope.ts'
import { languageOf } from '../../http/language.ts'
import { conflict, denied, notFound } from '../../http/refuse.ts'
import { serve } from '../../http/serve.ts'
import type { Viewer } from '../../http/viewer.ts'
import type { ListOf } from '../../lib/export-list.ts'
import type { NameOfPlace } from '../../lib/place-names.ts'
import type { FileAddresses } from '../files/file-addresses.ts'
import type { FileStore } from '../files/file-store.ts'
import { sendFile } from '../files/send-file.ts'
import { beginReport } from './begin-report.ts'
import type { Reports } from './jobs.ts'
import {
  countOwn,
  deleteReportForm,
  endReportReminder,
  findAnyReport,
  findDrawn,
  findReportForm,
  findReportForms,
  findRow,
  findRowsAfter,
  lockReportForm,
  type ReportFigures,
  type ReportFormRow,
  setReportStatus,
} from './queries.ts'
import { scheduleRoutes } from './schedules/routes.ts'

type Parts = {
  db: Database
  store: FileStore
  addresses: FileAddresses
  reports: Reports
  listOf: ListOf
  nameOfPlace: NameOfPlace
}

/** Lifetime of a signed address of a sheet, ms. */
const addressMs = 300_000

export function reportRoutes(app: FastifyInstance, parts: Parts) {
  makingRoutes(app, parts)
  figureRoutes(app, parts)
  sheetRoutes(app, parts)
  scheduleRoutes(app, parts.db)
}

/** Kept reports: their beginning, their progress, their end. */
function makingRoutes(app: FastifyInstance, { db, store, reports }: Parts) {
  serve(app, listReports, (filter, viewer) =>
    db.within(viewer, async (tx) => {
      const among = await departmentsFor(tx, viewer, filter.deptId)
      const { records, total } = await findReportForms(tx, viewer, filter, among)
      return pageOf(records.map(shownTo(viewer)), total, filter)
    }),
  )

  serve(app, makeReport, async (asked, viewer, { headers }) => {
    const made = await db.within(viewer, (tx) => beginReport(tx, viewer, asked, languageOf(headers)))
    reports.wake()
    return shownTo(viewer)(made)
  })

  serve(app, cancelReport, ({ id }, viewer) =>
    db.within(viewer, async (tx) => {
      const report = await mustLock(tx, viewer, id)
      if (report.userId !== viewer.userId) throw denied()
      if (!isUnfinished(report.status)) throw conflict('reports:refusal.ended')
      return shownTo(viewer)(await setReportStatus(tx, report, ExportStatus.cancelled))
    }),
  )

  serve(app, makeReportAgain, async ({ id }, viewer) => {
    const made = await db.within(viewer, async (tx) => {
      const { unfinished } = await countOwn(tx, viewer)
      const report = await mustLock(tx, viewer, id)
      if (report.userId !== viewer.userId) throw denied()
      if (!canResume(report.status)) throw conflict('reports:refusal.notStopped')
      if (unfinished >= mostUnfinishedReports) throw conflict('reports:refusal.full', { n: mostUnfinishedReports })
      return setReportStatus(tx, report, ExportStatus.waiting)
    })
    reports.wake()
    return shownTo(viewer)(made)
  })

  serve(app, removeReport, async ({ id }, viewer) => {
    const { fileName } = await db.within(viewer, async (tx) => {
      const report = await mustLock(tx, viewer, id)
      await deleteReportForm(tx, report)
      return report
    })
    if (fileName) await store.remove(fileName)
    return true
  })
}

/** Figures of a report, and the lists that they count. */
function figureRoutes(app: FastifyInstance, { db, listOf, nameOfPlace }: Parts) {
  serve(app, getReport, ({ id }, viewer) =>
    db.within(viewer, async (tx) => {
      const report = await mustFind(tx, viewer, id)
      if (report.status !== ExportStatus.done) return { ...shownTo(viewer)(report), totals: [], drawn: [] }
      await endReportReminder(tx, viewer, id)
      const drawn = hasRows(report.kind) ? await findDrawn(tx, report, mainMeasures(report.kind)) : []
      const totals = figuresOf(report.kind, report.sums ?? [])
      return { ...shownTo(viewer)(report), totals, drawn: drawn.map(rowOf(report)) }
    }),
  )

  serve(app, listReportRows, ({ id, ...wanted }, viewer) =>
    db.within(viewer, async (tx) => {
      const report = await mustFind(tx, viewer, id)
      const rows = await findRowsAfter(tx, report, (wanted.current - 1) * wanted.size, wanted.size)
      return pageOf(rows.map(rowOf(report)), report.rows ?? 0, wanted)
    }),
  )

  serve(app, listReportCell, async ({ id, column: name, key, ...wanted }, viewer, { headers }) => {
    const language = languageOf(headers)
    return db.within(viewer, async (tx) => {
      const report = await mustFind(tx, viewer, id)
      const column = columnsOf(report.kind).find((one) => one.key === name)
      if (!column || report.grouping === null || (key !== undefined && !(await findRow(tx, report, key)))) throw notFound()
      const cell = listOfCell(report, column.key, key === undefined ? undefined : { grouping: report.grouping, key })
      const list = cell && listOf(cell.list, cell.filter)
      if (!cell || !list) throw notFound()
      if (typeof list.access === 'object' && !viewer.permissions.has(list.access.permission)) throw denied()
      // In the departments of the report; what the viewer has elsewhere is no part of it.
      const reader = { ...viewer, departments: report.departments, userId: 0 }
      const { rows, total } = await list.read(tx, reader, {
        filter: cell.filter,
        after: undefined,
        language,
        nameOfPlace,
        ...wanted,
      })
      return {
        ...pageOf(rows, total, wanted),
        titles: list.columns.map(({ title }) => (typeof title === 'number' ? String(title) : say(language, title))),
      }
    })
  })
}

/** The sheet or PDF of a finished report. */
function sheetRoutes(app: FastifyInstance, { db, store, addresses }: Parts) {
  serve(app, getReportUrl, async ({ id }, viewer) => {
    mustBeDone(await db.within(viewer, (tx) => mustFind(tx, viewer, id)))
    await db.within(viewer, (tx) => endReportReminder(tx, viewer, id))
    return { url: addresses.sign(getReportFile.path.replace(':id', String(id)), Date.now() + addressMs) }
  })

  serve(app, getReportFile, async ({ id }, viewer, request) => {
    const report = viewer
      ? await db.within(viewer, (tx) => mustFind(tx, viewer, id))
      : await db.system((tx) => findAnyReport(tx, id))
    if (!report) throw notFound()
    const type = hasRows(report.kind) ? 'xlsx' : 'pdf'
    return sendFile(request, store, mustBeDone(report), {
      'content-type': fileTypes[type],
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(`${report.name}.${type}`)}`,
      'cache-control': 'private, no-store',
    })
  })
}

function mustBeDone({ fileName }: ReportFormRow) {
  if (!fileName) throw conflict('reports:refusal.unready')
  return fileName
}

async function mustFind(tx: Tx, viewer: Viewer, id: number) {
  const report = await findReportForm(tx, viewer, id)
  if (!report) throw notFound()
  return report
}

async function mustLock(tx: Tx, viewer: Viewer, id: number) {
  const report = await lockReportForm(tx, viewer, id)
  if (!report) throw notFound()
  return report
}

const shownTo =
  (viewer: Viewer) =>
  ({
    tenantId: _,
    language: __,
    departments: ___,
    sums: ____,
    worker: _____,
    fileName,
    userId,
    ...report
  }: ReportFormRow): Report => ({
    ...report,
    period: periodOf(report.firstDay, report.lastDay),
    file: fileName,
    isOwn: userId === viewer.userId,
  })

const rowOf =
  ({ kind }: ReportFormRow) =>
  ({ key, label, deptName, level, isLeaf, sums }: ReportFigures): ReportRow => ({
    key,
    label,
    deptName,
    level,
    isLeaf,
    figures: figuresOf(kind, sums),
  })
