import { join } from 'node:path'
import { ExportStatus } from '@huanwei/contract/exports/codes'
import {
  cancelExport,
  type ExportJob,
  getExportFile,
  getExportUrl,
  listExports,
  removeExport,
  resumeExport,
  startExport,
} from '@huanwei/contract/exports/endpoints'
import { canResume, isUnfinished, mostUnfinished } from '@huanwei/contract/exports/rules'
import { fileTypes } from '@huanwei/contract/files/codes'
import type { FastifyInstance } from 'fastify'
import type { Database, Tx } from '../../db/connect.ts'
import { exportListOf } from '../../lib/exported.ts'
import type { FileAddresses } from '../../lib/file-addresses.ts'
import type { FileStore } from '../../lib/file-store.ts'
import { conflict, denied, invalid, notFound } from '../../lib/refuse.ts'
import { sendFile } from '../../lib/send-file.ts'
import { serve, type Viewer } from '../../lib/serve.ts'
import { removeSpool } from '../../lib/spool.ts'
import { inLanguage, languageOf } from '../../lib/words.ts'
import { type Exports, inReach } from './jobs.ts'
import {
  addExport,
  countUnfinished,
  type ExportRow,
  findAnyExport,
  findExports,
  lockExport,
  removeExportRow,
  setStatus,
} from './queries.ts'

type Parts = { db: Database; store: FileStore; addresses: FileAddresses; exports: Exports; folder: string }

/** How long the address of a sheet is good, ms. */
const addressMs = 300_000

export function exportRoutes(app: FastifyInstance, { db, store, addresses, exports, folder }: Parts) {
  serve(app, startExport, async ({ list: path, filter }, viewer, { headers }) => {
    const list = exportListOf(path, filter)
    if (!list) throw invalid(path)
    if (typeof list.access === 'object' && !viewer.permissions.has(list.access.permission)) throw denied()
    const job = await db.within(viewer, async (tx) => {
      await mustHaveRoom(tx, viewer)
      return addExport(tx, viewer, { list: path, filter, language: languageOf(headers) })
    })
    exports.wake()
    return shown(job)
  })

  serve(app, listExports, async (_, viewer) => (await db.within(viewer, (tx) => findExports(tx, viewer))).map(shown))

  serve(app, cancelExport, ({ id }, viewer) =>
    db.within(viewer, async (tx) => {
      const job = await mustLock(tx, viewer, id)
      if (!isUnfinished(job.status)) throw conflict('exportEnded')
      return shown(await setStatus(tx, viewer, id, ExportStatus.cancelled))
    }),
  )

  serve(app, resumeExport, async ({ id }, viewer) => {
    const job = await db.within(viewer, async (tx) => {
      const before = await mustLock(tx, viewer, id)
      if (!canResume(before.status)) throw conflict('exportGoesOn')
      await mustHaveRoom(tx, viewer)
      return setStatus(tx, viewer, id, ExportStatus.waiting)
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

  serve(app, getExportUrl, async ({ id }, viewer) => {
    const job = await db.within(viewer, (tx) => mustLock(tx, viewer, id))
    await mustBeDone(job)
    const path = getExportFile.path.replace(':id', String(id))
    return { url: addresses.sign(path, Date.now() + addressMs) }
  })

  serve(app, getExportFile, async ({ id }, viewer, request) => {
    const job = viewer
      ? await db.within(viewer, (tx) => mustLock(tx, viewer, id))
      : await db.system((tx) => findAnyExport(tx, id))
    if (!job) throw notFound()
    const { fileName, title } = await mustBeDone(job)
    const name = `${title}-${job.createTime.replace(/\D/g, '')}.xlsx`
    return sendFile(request, store, fileName, {
      'content-type': fileTypes.xlsx,
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
      'cache-control': 'private, no-store',
    })
  })

  /** The sheet of a finished export that is still within its owner's reach. */
  async function mustBeDone(job: ExportRow) {
    const list = exportListOf(job.list, Object(job.filter))
    if (!list) throw notFound()
    await inReach(db, job, list)
    if (!job.fileName) throw conflict('exportUnready')
    return { fileName: job.fileName, title: inLanguage(job.language, list.title) }
  }
}

async function mustLock(tx: Tx, viewer: Viewer, id: number) {
  const job = await lockExport(tx, viewer, id)
  if (!job) throw notFound()
  return job
}

async function mustHaveRoom(tx: Tx, viewer: Viewer) {
  if ((await countUnfinished(tx, viewer)) >= mostUnfinished) throw conflict('exportsFull', { n: mostUnfinished })
}

function shown({ id, list, filter, language, status, done, total, error, createTime, updateTime }: ExportRow): ExportJob {
  const title = exportListOf(list, Object(filter))?.title
  return { id, name: title ? inLanguage(language, title) : list, status, done, total, error, createTime, updateTime }
}
