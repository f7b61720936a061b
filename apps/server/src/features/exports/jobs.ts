import { randomBytes, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { addAbortSignal } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { ExportStatus } from '@huanwei/contract/exports/codes'
import { covers, keptDays } from '@huanwei/contract/exports/rules'
import type { Database } from '../../db/connect.ts'
import type { ExportList } from '../../lib/export-lists.ts'
import { exportListOf } from '../../lib/exported.ts'
import { describeError } from '../../lib/failures.ts'
import type { FileStore } from '../../lib/file-store.ts'
import { isDiskFull, Refused } from '../../lib/refuse.ts'
import { rowsXml, sheetEnd, sheetStart } from '../../lib/sheet.ts'
import { namesIn, newWorker, openSpool, type Place, removeSpool, type Spool } from '../../lib/spool.ts'
import { inLanguage, say } from '../../lib/words.ts'
import { packWorkbook } from '../../lib/workbook.ts'
import { loadViewer } from '../session/queries.ts'
import { type ExportRow, findStanding, freeze, removeOldExports, setProgress, takeExport } from './queries.ts'

/** Rows that are read at a time, each time in a transaction of its own. */
const stretch = 2000
/** How many exports one process works on at once. */
const lanes = 2
/** How often a worker says that it is alive, and looks for work of its own accord, ms. */
const beatMs = 4000
const hourMs = 3_600_000

type Parts = { db: Database; store: FileStore; folder: string; log: { error(what: object, text: string): void } }

/** Writes exports, some at a time; one that was left by a crash, or that another process gave up, goes on where it stood. */
export function startExports({ db, store, folder, log }: Parts) {
  const stop = new AbortController()
  const wakers: (() => void)[] = []
  const wake = () => {
    for (const one of wakers.splice(0)) one()
  }
  /** Until there may be work. */
  const rest = () =>
    Promise.race([
      new Promise<void>((go) => wakers.push(go)),
      sleep(beatMs, undefined, { ref: false, signal: stop.signal }).catch(() => undefined),
    ])

  async function lane() {
    while (!stop.signal.aborted) {
      const job = await db.system((tx) => takeExport(tx, newWorker())).catch(unwell)
      if (job) await run(job).catch(unwell)
      else await rest()
    }
  }
  /** The database is away, for one: the export is taken up again once its worker has been silent. */
  const unwell = (error: unknown) => {
    if (stop.signal.aborted) return
    log.error({ error: describeError(error) }, 'exports wait')
    return sleep(beatMs, undefined, { ref: false }).then(() => undefined)
  }

  async function run(job: ExportRow) {
    const lost = new AbortController()
    const note = async (progress?: Parameters<typeof setProgress>[2]) => {
      const isMine = await db.system((tx) => setProgress(tx, job, progress))
      if (!isMine) lost.abort()
      return isMine
    }
    const beat = setInterval(() => void note().catch(unwell), beatMs)
    try {
      const list = exportListOf(job.list, Object(job.filter))
      if (!list) throw new Refused(409, 'exportOutOfReach')
      const opened = await openSpool(join(folder, String(job.id)), job.worker ?? '', job.place ?? undefined)
      const written = await writeRows(job, list, opened, note, lost.signal)
      if (written) await finish(job, list, opened.spool, written.place, note, lost.signal)
    } catch (error) {
      if (!lost.signal.aborted) await note({ status: ExportStatus.failed, ...failure(job, error) })
    } finally {
      clearInterval(beat)
    }
  }

  type Note = (progress?: Parameters<typeof setProgress>[2]) => Promise<boolean>

  /** Writes what is missing of the rows; undefined when the export was taken from this worker, or the process ends. */
  async function writeRows(
    job: ExportRow,
    list: ExportList,
    opened: { spool: Spool; place: Place | undefined },
    note: Note,
    lost: AbortSignal,
  ) {
    const { spool } = opened
    const kinds = list.columns.map(({ kind }) => kind)
    let place = opened.place
    let { done, total } = place ? job : { done: 0, total: null }
    for (;;) {
      if (stop.signal.aborted) await note({ status: ExportStatus.waiting, worker: null })
      if (stop.signal.aborted || lost.aborted) return undefined
      const viewer = await inReach(db, job, list)
      const asked = { filter: Object(job.filter), after: place?.after, size: stretch, language: job.language }
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

  /** Packs the rows into a workbook, which becomes the caller's only once all of it is stored. */
  async function finish(job: ExportRow, list: ExportList, spool: Spool, place: Place | undefined, note: Note, lost: AbortSignal) {
    const { language } = job
    const sheets = place?.sheets ?? [{ rows: 0, bytes: 0 }]
    const title = inLanguage(language, list.title)
    const start = sheetStart(
      list.columns.map((column) => inLanguage(language, column.title)),
      list.columns.map(({ width }) => width),
    )
    const packed = packWorkbook(
      sheets.map((_, i) => (i ? `${title} ${i + 1}` : title)),
      (i) => ({
        start,
        rows: place && spool.read(place, i),
        end: sheetEnd(list.columns.length, sheets[i]?.rows ?? 0),
      }),
    )
    const received = await store.receive(addAbortSignal(lost, packed))
    try {
      const fileName = `${randomBytes(16).toString('hex')}.xlsx`
      await received.keep(fileName)
      if (!(await note({ status: ExportStatus.done, fileName, place: null }))) await store.remove(fileName)
      else await removeSpool(join(folder, String(job.id)))
    } finally {
      await received.drop()
    }
  }

  /** What the caller is told, in words. What cannot be read back is begun anew when it is resumed. */
  function failure({ language }: ExportRow, error: unknown) {
    if (error instanceof Refused) return { error: say(language, error.word, error.values) }
    if (isDiskFull(error)) return { error: say(language, 'diskFull') }
    const reference = randomUUID().slice(0, 8)
    log.error({ error, reference }, 'an export failed')
    return { error: say(language, 'bug', { reference }), place: null, done: 0 }
  }

  async function clearUp() {
    const old = await db.system((tx) => removeOldExports(tx, keptDays))
    for (const { fileName } of old) if (fileName) await store.remove(fileName)
    const left = (await namesIn(folder)).map(Number)
    const standing = await db.system((tx) => findStanding(tx, left))
    for (const id of left) if (!standing.has(id)) await removeSpool(join(folder, String(id)))
  }

  const clearing = setInterval(() => void clearUp().catch(unwell), hourMs)
  const working = Array.from({ length: lanes }, lane)
  return {
    wake,
    clearUp,
    async close() {
      clearInterval(clearing)
      stop.abort()
      wake()
      await Promise.all(working)
    },
  }
}
export type Exports = ReturnType<typeof startExports>

/** Whose export it is, as they are now. Throws 403 once the list, or a department that was in their scope when it began, is out of their reach. */
export async function inReach(db: Database, { tenantId, userId, departments }: ExportRow, { access }: ExportList) {
  const loaded = await db.system((tx) => loadViewer(tx, tenantId, userId, ''))
  const mayAsk = typeof access !== 'object' || loaded?.viewer.permissions.has(access.permission)
  if (!loaded || !mayAsk || !covers(loaded.viewer.departments, departments))
    throw new Refused(403, 'exportOutOfReach', {}, 'access_denied')
  return loaded.viewer
}
