import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { addAbortSignal } from 'node:stream'
import { ExportStatus } from '@huanwei/contract/exports/codes'
import { ExportFilter } from '@huanwei/contract/exports/endpoints'
import { covers } from '@huanwei/contract/exports/rules'
import { say } from '@huanwei/words/say'
import type { Database } from '../../db/connect.ts'
import { Refused } from '../../http/refuse.ts'
import type { ExportList, ListOf } from '../../lib/export-list.ts'
import type { NameOfPlace } from '../../lib/place-names.ts'
import type { FileStore } from '../files/file-store.ts'
import { loadViewer } from '../session/queries.ts'
import { type ExportRow, freeze, type setProgress } from './queries.ts'
import { rowsXml, sheetEnd, sheetStart } from './sheet.ts'
import { openSpool, type Place, removeSpool, type Spool } from './spool.ts'
import { packWorkbook } from './workbook.ts'

/** Rows read at a time, each batch in a transaction of its own. */
const stretch = 2000

export type ExportParts = { db: Database; store: FileStore; folder: string; listOf: ListOf; nameOfPlace: NameOfPlace }
/** Notes that the worker is alive, and its progress; false when the export was taken from it. */
export type Note = (progress?: Parameters<typeof setProgress>[2]) => Promise<boolean>
/** An export in the hands of a worker: `lost` when it was taken from it, `stopped` when the process ends. */
export type ExportTask = { job: ExportRow; note: Note; lost: AbortSignal; stopped: AbortSignal }

/** Continues an export where it stands, to its end unless it is lost or stopped. Throws the error that it fails with. */
export async function writeExport(parts: ExportParts, task: ExportTask) {
  try {
    await write(parts, task)
  } catch (error) {
    // One that was removed meanwhile misses its files.
    if (await task.note()) throw error
  }
}

async function write(parts: ExportParts, task: ExportTask) {
  const { job } = task
  const list = parts.listOf(job.list, ExportFilter.parse(job.filter))
  if (!list) throw new Refused(409, 'exports:refusal.outOfReach')
  const { spool, place } = await openSpool(join(parts.folder, String(job.id)), job.worker ?? '', job.place ?? undefined)
  const written = await writeRows(parts, task, list, spool, place)
  if (written) await finish(parts, task, list, spool, written.place)
}

/** Writes the rows that are missing after `start`; undefined when the export is lost or stopped. */
async function writeRows(
  { db, nameOfPlace }: ExportParts,
  { job, note, lost, stopped }: ExportTask,
  list: ExportList,
  spool: Spool,
  start: Place | undefined,
) {
  const kinds = list.columns.map(({ kind }) => kind)
  let place = start
  let { done, total } = place ? job : { done: 0, total: null }
  for (;;) {
    if (stopped.aborted) await note({ status: ExportStatus.waiting, worker: null })
    if (stopped.aborted || lost.aborted) return undefined
    const viewer = await inReach(db, job, list)
    const asked = {
      filter: ExportFilter.parse(job.filter),
      after: place?.after,
      size: stretch,
      language: job.language,
      nameOfPlace,
    }
    const found = await db.within(viewer, async (tx) => {
      await freeze(tx)
      return list.read(tx, viewer, asked)
    })
    total ??= found.total
    if (!found.last) {
      await note({ done, total: done })
      return { place }
    }
    const { rows, last } = found
    place = await spool.write(place, last, rows.length, rowsXml(rows, kinds, spool.before(place, rows.length)))
    done += rows.length
    if (!(await note({ done, total, place }))) return undefined
  }
}

/** Packs the rows into a workbook, which the caller can fetch only once it is stored completely. */
async function finish(
  { store, folder }: ExportParts,
  { job, note, lost }: ExportTask,
  list: ExportList,
  spool: Spool,
  place: Place | undefined,
) {
  const received = await store.receive(addAbortSignal(lost, workbookOf(job, list, spool, place)))
  try {
    const fileName = `${randomBytes(16).toString('hex')}.xlsx`
    await received.keep(fileName)
    if (!(await note({ status: ExportStatus.done, fileName, place: null }))) await store.remove(fileName)
    else await removeSpool(join(folder, String(job.id)))
  } finally {
    await received.drop()
  }
}

/** The spooled rows as a workbook in the language of the export. */
function workbookOf({ language }: ExportRow, list: ExportList, spool: Spool, place: Place | undefined) {
  const sheets = place?.sheets ?? [{ rows: 0, bytes: 0 }]
  const title = say(language, list.title)
  const start = sheetStart(
    list.columns.map(({ title: head }) => (typeof head === 'number' ? String(head) : say(language, head))),
    list.columns.map(({ width }) => width),
  )
  return packWorkbook(
    sheets.map((_, i) => (i ? `${title} ${i + 1}` : title)),
    (i) => ({
      start,
      rows: place && spool.read(place, i),
      end: sheetEnd(list.columns.length, sheets[i]?.rows ?? 0),
    }),
  )
}

/** The owner of an export with their present permissions. Throws 403 once they have no access to the list, or to a department that was in their scope when it began. */
export async function inReach(db: Database, { tenantId, userId, departments }: ExportRow, { access }: ExportList) {
  const loaded = await db.system((tx) => loadViewer(tx, tenantId, userId, ''))
  const mayAsk = typeof access !== 'object' || loaded?.viewer.permissions.has(access.permission)
  if (!loaded || !mayAsk || !covers(loaded.viewer.departments, departments))
    throw new Refused(403, 'exports:refusal.outOfReach', {}, 'access_denied')
  return loaded.viewer
}
