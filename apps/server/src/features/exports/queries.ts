import { ExportStatus } from '@huanwei/contract/exports/codes'
import { ReminderTask } from '@huanwei/contract/messages/codes'
import { ObjectType } from '@huanwei/contract/objects'
import { and, desc, eq, inArray, lt, or, sql } from 'drizzle-orm'
import { later } from '../../db/columns.ts'
import type { Tx } from '../../db/connect.ts'
import type { Viewer } from '../../http/viewer.ts'
import { endReminders, remind, removeReminders } from '../messages/sending/queries.ts'
import { figureOf } from '../parameters/queries.ts'
import { users } from '../users/table.ts'
import type { Place } from './spool.ts'
import { exportJobs } from './table.ts'

export type ExportRow = typeof exportJobs.$inferSelect

const own = ({ tenantId, userId }: Viewer) => and(eq(exportJobs.tenantId, tenantId), eq(exportJobs.userId, userId))
const unfinished = inArray(exportJobs.status, [ExportStatus.waiting, ExportStatus.running])

/** Maximum number of exports in the list. */
const mostShown = 50

export const findExports = (tx: Tx, viewer: Viewer) =>
  tx.select().from(exportJobs).where(own(viewer)).orderBy(desc(exportJobs.createTime), desc(exportJobs.id)).limit(mostShown)

/** An export of the viewer's own, locked until the transaction ends. */
export async function lockExport(tx: Tx, viewer: Viewer, id: number) {
  const [job] = await tx
    .select()
    .from(exportJobs)
    .where(and(own(viewer), eq(exportJobs.id, id)))
    .for('update')
  return job
}

/** An export of any user; the caller must have checked the signed address. */
export async function findAnyExport(tx: Tx, id: number) {
  const [job] = await tx.select().from(exportJobs).where(eq(exportJobs.id, id))
  return job
}

export const countExports = (tx: Tx, viewer: Viewer) => tx.$count(exportJobs, own(viewer))
export const countUnfinished = (tx: Tx, viewer: Viewer) => tx.$count(exportJobs, and(own(viewer), unfinished))

export async function addExport(
  tx: Tx,
  { tenantId, userId, departments }: Viewer,
  job: Pick<ExportRow, 'name' | 'list' | 'filter' | 'language'>,
) {
  const [added] = await tx
    .insert(exportJobs)
    .values({ tenantId, userId, departments, status: ExportStatus.waiting, ...job })
    .returning()
  return added!
}

export async function setExportStatus(tx: Tx, viewer: Viewer, id: number, status: ExportStatus) {
  const [changed] = await tx
    .update(exportJobs)
    .set({ status, error: null, worker: null, updateTime: later(exportJobs.updateTime) })
    .where(and(own(viewer), eq(exportJobs.id, id)))
    .returning()
  return changed!
}

export async function removeExportRow(tx: Tx, viewer: Viewer, id: number) {
  await tx.delete(exportJobs).where(and(own(viewer), eq(exportJobs.id, id)))
  await removeReminders(tx, sheetOf(viewer.tenantId, id))
}

const sheetOf = (tenantId: number, eventId: number | number[]) => ({ tenantId, eventId, tasks: [ReminderTask.export] })

/** Longer than a person waits at the button, where a sheet is saved as soon as it is ready. */
const unattended = sql`interval '5 seconds'`

/** Reminds the owner of a sheet that is ready, unless they still wait for it. */
export async function remindOwner(tx: Tx, { tenantId, id, userId }: ExportRow) {
  const [owner] = await tx
    .select({ deptId: users.deptId })
    .from(exportJobs)
    .innerJoin(users, and(eq(users.tenantId, exportJobs.tenantId), eq(users.id, exportJobs.userId)))
    .where(and(eq(exportJobs.tenantId, tenantId), eq(exportJobs.id, id), lt(exportJobs.createTime, sql`now() - ${unattended}`)))
  if (!owner) return
  const task = { task: ReminderTask.export, eventId: id, objectType: ObjectType.person, objectId: userId }
  await remind(tx, { tenantId, deptId: owner.deptId, ...task }, [userId])
}

/** The owner has fetched the sheet: nothing to remind of any more. */
export const endSheetReminder = (tx: Tx, { tenantId }: Viewer, id: number) => endReminders(tx, sheetOf(tenantId, id))

/** A worker without a heartbeat for this long is considered dead. */
const silence = sql`interval '20 seconds'`

/** Takes the next export for this worker: a waiting one, or one whose worker is dead. */
export async function takeExport(tx: Tx, worker: string): Promise<ExportRow | undefined> {
  const next = tx
    .select({ id: exportJobs.id })
    .from(exportJobs)
    .where(
      or(
        eq(exportJobs.status, ExportStatus.waiting),
        and(eq(exportJobs.status, ExportStatus.running), lt(exportJobs.updateTime, sql`now() - ${silence}`)),
      ),
    )
    .orderBy(exportJobs.id)
    .limit(1)
    .for('update', { skipLocked: true })
  const [taken] = await tx
    .update(exportJobs)
    .set({ status: ExportStatus.running, worker, updateTime: sql`now()` })
    .where(inArray(exportJobs.id, next))
    .returning()
  return taken
}

export type Progress = Partial<Pick<ExportRow, 'done' | 'total' | 'status' | 'fileName' | 'error'>> & {
  place?: Place | null
  worker?: null
}

/** Records the progress of a worker; false when the export is no longer its own: cancelled, removed or taken by another. */
export async function setProgress(tx: Tx, { tenantId, id, worker }: ExportRow, progress: Progress = {}) {
  const { rowCount } = await tx
    .update(exportJobs)
    .set({ ...progress, updateTime: sql`now()` })
    .where(
      and(
        eq(exportJobs.tenantId, tenantId),
        eq(exportJobs.id, id),
        eq(exportJobs.status, ExportStatus.running),
        worker === null ? sql`false` : eq(exportJobs.worker, worker),
      ),
    )
  return rowCount === 1
}

/** Removes the exports that were not updated for `days`, with their reminders; returns them. */
export async function removeOldExports(tx: Tx) {
  const old = await tx
    .delete(exportJobs)
    .where(lt(exportJobs.updateTime, sql`now() - make_interval(days => ${figureOf(exportJobs.tenantId, 'export_kept_days')})`))
    .returning({ tenantId: exportJobs.tenantId, id: exportJobs.id, fileName: exportJobs.fileName })
  for (const { tenantId, id } of old) await removeReminders(tx, sheetOf(tenantId, id))
  return old
}

/** The ids that still belong to exports. */
export async function findStanding(tx: Tx, ids: number[]) {
  const rows = ids.length ? await tx.select({ id: exportJobs.id }).from(exportJobs).where(inArray(exportJobs.id, ids)) : []
  return new Set(rows.map(({ id }) => id))
}

/** Makes the transaction read one snapshot, read-only. Must precede its first query. */
export const freeze = (tx: Tx) => tx.execute(sql`set transaction isolation level repeatable read, read only`)
