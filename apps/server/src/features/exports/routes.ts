import { join } from 'node:path'
import { ExportStatus } from '@huanwei/contract/exports/codes'
import {
  cancelExport,
  ExportFilter,
  type ExportJob,
  getExportFile,
  getExportUrl,
  listExports,
  removeExport,
  resumeExport,
  startExport,
} from '@huanwei/contract/exports/endpoints'
import { canResume, isUnfinished, mostKept, mostUnfinished } from '@huanwei/contract/exports/rules'
import { fileTypes } from '@huanwei/contract/files/codes'
import { say } from '@huanwei/words/say'
import type { FastifyInstance } from 'fastify'
import type { Database, Tx } from '../../db/connect.ts'
import { mustKnow } from '../../http/asked.ts'
import { languageOf } from '../../http/language.ts'
import { conflict, denied, invalid, notFound } from '../../http/refuse.ts'
import { serve } from '../../http/serve.ts'
import type { Viewer } from '../../http/viewer.ts'
import type { ListOf } from '../../lib/export-list.ts'
import type { FileAddresses } from '../files/file-addresses.ts'
import type { FileStore } from '../files/file-store.ts'
import { sendFile } from '../files/send-file.ts'
import type { Exports } from './jobs.ts'
import {
  addExport,
  countExports,
  countUnfinished,
  type ExportRow,
  endSheetReminder,
  findAnyExport,
  findExports,
  lockExport,
  removeExportRow,
  setExportStatus,
} from './queries.ts'
import { removeSpool } from './spool.ts'
import { inReach } from './write-export.ts'

type Parts = { db: Database; store: FileStore; addresses: FileAddresses; exports: Exports; folder: string; listOf: ListOf }

/** Lifetime of a signed address of a sheet, ms. */
const addressMs = 300_000

export function exportRoutes(app: FastifyInstance, parts: Parts) {
  jobRoutes(app, parts)
  sheetRoutes(app, parts)
}

/** The work on a sheet: its start, its progress, its end. */
function jobRoutes(app: FastifyInstance, { db, store, exports, folder, listOf }: Parts) {
  const shown = shownBy(listOf)

  serve(app, startExport, async ({ list: path, filter }, viewer, { headers }) => {
    const list = listOf(path, filter)
    if (!list) throw invalid(path)
    mustKnow(list.call, Object.keys(filter))
    if (typeof list.access === 'object' && !viewer.permissions.has(list.access.permission)) throw denied()
    const job = await db.within(viewer, async (tx) => {
      await mustHaveRoom(tx, viewer)
      if ((await countExports(tx, viewer)) >= mostKept) throw conflict('exports:refusal.many', { n: mostKept })
      const language = languageOf(headers)
      return addExport(tx, viewer, { name: say(language, list.title), list: path, filter, language })
    })
    exports.wake()
    return shown(job)
  })

  serve(app, listExports, async (_, viewer) => (await db.within(viewer, (tx) => findExports(tx, viewer))).map(shown))

  serve(app, cancelExport, ({ id }, viewer) =>
    db.within(viewer, async (tx) => {
      const job = await mustLock(tx, viewer, id)
      if (!isUnfinished(job.status)) throw conflict('exports:refusal.ended')
      return shown(await setExportStatus(tx, viewer, id, ExportStatus.cancelled))
    }),
  )

  serve(app, resumeExport, async ({ id }, viewer) => {
    const job = await db.within(viewer, async (tx) => {
      const before = await mustLock(tx, viewer, id)
      if (!canResume(before.status)) throw conflict('exports:refusal.goesOn')
      await mustHaveRoom(tx, viewer)
      return setExportStatus(tx, viewer, id, ExportStatus.waiting)
    })
    exports.wake()
    return shown(job)
  })

  serve(app, removeExport, async ({ id }, viewer) => {
    const { fileName } = await db.within(viewer, async (tx) => {
      const job = await mustLock(tx, viewer, id)
      await removeExportRow(tx, viewer, id)
      return job
    })
    if (fileName) await store.remove(fileName)
    await removeSpool(join(folder, String(id)))
    return true
  })
}

/** The finished sheet. */
function sheetRoutes(app: FastifyInstance, { db, store, addresses, listOf }: Parts) {
  serve(app, getExportUrl, async ({ id }, viewer) => {
    const job = await db.within(viewer, (tx) => mustLock(tx, viewer, id))
    await mustBeDone(job)
    await db.within(viewer, (tx) => endSheetReminder(tx, viewer, id))
    const path = getExportFile.path.replace(':id', String(id))
    return { url: addresses.sign(path, Date.now() + addressMs) }
  })

  serve(app, getExportFile, async ({ id }, viewer, request) => {
    const job = viewer
      ? await db.within(viewer, (tx) => mustLock(tx, viewer, id))
      : await db.system((tx) => findAnyExport(tx, id))
    if (!job) throw notFound()
    const { fileName, title } = await mustBeDone(job)
    if (viewer) await db.within(viewer, (tx) => endSheetReminder(tx, viewer, id))
    const name = `${title}-${job.createTime.replace(/\D/g, '')}.xlsx`
    return sendFile(request, store, fileName, {
      'content-type': fileTypes.xlsx,
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
      'cache-control': 'private, no-store',
    })
  })

  /** The sheet of a finished export; throws unless its owner may still see the list and all its departments. */
  async function mustBeDone(job: ExportRow) {
    const list = listOf(job.list, ExportFilter.parse(job.filter))
    if (!list) throw notFound()
    await inReach(db, job, list)
    if (!job.fileName) throw conflict('exports:refusal.unready')
    return { fileName: job.fileName, title: say(job.language, list.title) }
  }
}

/** View of a job; its name is the title of its list. */
const shownBy =
  (listOf: ListOf) =>
  ({ id, list, filter, language, status, done, total, error, createTime, updateTime }: ExportRow): ExportJob => {
    const title = listOf(list, ExportFilter.parse(filter))?.title
    return { id, name: title ? say(language, title) : list, status, done, total, error, createTime, updateTime }
  }

async function mustLock(tx: Tx, viewer: Viewer, id: number) {
  const job = await lockExport(tx, viewer, id)
  if (!job) throw notFound()
  return job
}

async function mustHaveRoom(tx: Tx, viewer: Viewer) {
  if ((await countUnfinished(tx, viewer)) >= mostUnfinished) throw conflict('exports:refusal.full', { n: mostUnfinished })
}
