import { join } from 'node:path'
import { ExportStatus } from '@huanwei/contract/exports/codes'
import { hourMs } from '@huanwei/contract/time'
import { startLanes, textOf } from './lanes.ts'
import { type ExportRow, findStanding, type Progress, remindOwner, removeOldExports, setProgress, takeExport } from './queries.ts'
import { namesIn, newWorker, removeSpool } from './spool.ts'
import { type ExportParts, writeExport } from './write-export.ts'

type Log = { error(what: object, text: string): void }

/** Number of exports that one process works on at a time. */
const lanes = 2

/** Writes exports, some at a time; one that a crash interrupted, or that another process gave up, continues where it stood. */
export function startExports({ log, ...parts }: ExportParts & { log: Log }) {
  const { wake, logAndPause, close } = startLanes<ExportRow, Progress>({
    log,
    what: 'exports',
    lanes,
    take: () => parts.db.system((tx) => takeExport(tx, newWorker())),
    note: (job, progress) =>
      parts.db.system(async (tx) => {
        const isStored = await setProgress(tx, job, progress)
        if (isStored && progress?.status === ExportStatus.done) await remindOwner(tx, job)
        return isStored
      }),
    work: (job, note, hands) => writeExport(parts, { job, note, ...hands }),
    again: { status: ExportStatus.waiting, worker: null },
    failed: (job, error) => ({ status: ExportStatus.failed, ...failure(log, job, error) }),
  })
  const clearing = setInterval(() => void clearUp(parts).catch(logAndPause), hourMs)
  return {
    wake,
    clearUp: () => clearUp(parts),
    async close() {
      clearInterval(clearing)
      await close()
    },
  }
}
export type Exports = ReturnType<typeof startExports>

/** The changes that a failed export gets. After a bug it begins anew when it is resumed. */
function failure(log: Log, { language }: ExportRow, error: unknown) {
  const { text, isBug } = textOf(log, 'an export failed', language, error)
  return isBug ? { error: text, place: null, done: 0 } : { error: text }
}

/** Removes expired exports with their files, and spools without an export. */
async function clearUp({ db, store, folder }: ExportParts) {
  const old = await db.system((tx) => removeOldExports(tx))
  for (const { fileName } of old) if (fileName) await store.remove(fileName)
  const left = (await namesIn(folder)).map(Number)
  const standing = await db.system((tx) => findStanding(tx, left))
  for (const id of left) if (!standing.has(id)) await removeSpool(join(folder, String(id)))
}
