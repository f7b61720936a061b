import { randomBytes } from 'node:crypto'
import type { Parsed } from '@huanwei/contract/endpoint'
import type { listFiles } from '@huanwei/contract/files/endpoints'
import { and, arrayContains, arrayOverlaps, eq, exists, gt, inArray, lt, or, type SQLWrapper, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Tx } from '../../db/connect.ts'
import { contains } from '../../db/contains.ts'
import { type Cursor, orderByTime } from '../../db/keyset.ts'
import { findPage } from '../../db/lists/find-page.ts'
import { inScope } from '../../db/scope.ts'
import type { Viewer } from '../../http/viewer.ts'
import { adjustmentsInSight } from '../adjustments/queries.ts'
import { adjustments } from '../adjustments/table.ts'
import { cleaningInSight } from '../cleaning/queries.ts'
import { cleaningReports, cleaningSteps } from '../cleaning/table.ts'
import { complaintsInSight } from '../complaints/queries.ts'
import { complaintSteps, complaints } from '../complaints/table.ts'
import { documentsInSight } from '../documents/queries.ts'
import { documents } from '../documents/table.ts'
import { exportJobs } from '../exports/table.ts'
import { facilitiesInSight } from '../facilities/queries.ts'
import { facilities } from '../facilities/table.ts'
import { inspectionsInSight } from '../inspections/queries.ts'
import { inspectionSteps, inspections } from '../inspections/table.ts'
import { askedByScope, byPeopleInScope } from '../logs/queries.ts'
import { reports } from '../reports/table.ts'
import { sessions } from '../session/table.ts'
import { findTerminalPhotosInSight } from '../terminals/queries.ts'
import { terminalPhotos } from '../terminals/table.ts'
import { units } from '../units/table.ts'
import { users } from '../users/table.ts'
import { findAttachmentsInSight, splitVideos } from '../video/queries.ts'
import { alarmAttachments, recordings, videoUploadFiles } from '../video/table.ts'
import { files, secrets } from './table.ts'

/** The installation's secret of that name, created on first use; the same for all its processes. */
export async function ensureSecret(tx: Tx, name: string): Promise<string> {
  await tx
    .insert(secrets)
    .values({ name, value: randomBytes(32).toString('base64url') })
    .onConflictDoNothing()
  const [secret] = await tx.select({ value: secrets.value }).from(secrets).where(eq(secrets.name, name))
  if (!secret) throw new Error(`no secret ${name}`)
  return secret.value
}

/** A terminal as the sender of its files: no account can have that name. */
export const terminalAsSender = (terminalNo: string) => `#${terminalNo}`

/** Adds a file; false when the same person's upload with the same key exists already. */
export async function addFile(tx: Tx, file: typeof files.$inferInsert) {
  const { rowCount } = await tx
    .insert(files)
    .values(file)
    .onConflictDoNothing({ target: [files.tenantId, files.createUser, files.uploadKey] })
  return rowCount === 1
}

const isPerhapsUnused = sql`(not ${files.isConfirmed} or ${files.isReleased})`

/** Number and bytes of a person's files that no record refers to, those that a record gave up among them. */
export async function sumUnused(tx: Tx, { tenantId, username }: Viewer) {
  const [found] = await tx
    .select({ count: sql<number>`count(*)::int`, bytes: sql<number>`coalesce(sum(${files.fileSize}), 0)::float8` })
    .from(files)
    .where(and(eq(files.tenantId, tenantId), eq(files.createUser, username), isPerhapsUnused))
  return found!
}

/**
 * Files among `names` that the viewer may see: their own uploads, those that a record in sight refers to, and those of people in scope for who may
 * list files. `tx` is the owner's where there are many: the indexes of photos are not used behind row-level security.
 */
export async function findFilesInSight(tx: Tx, viewer: Viewer, names: string[]) {
  const videos = await splitVideos(tx, viewer, names)
  const isNamed = and(eq(files.tenantId, viewer.tenantId), inArray(files.fileName, names))
  const found = (await tx.select().from(files).where(isNamed)).filter(({ fileName }) => !videos.hidden.has(fileName))
  if (viewer.departments === null) return found
  const isOwn = ({ createUser }: { createUser: string }) => createUser === viewer.username
  const seen = await findReferredInSight(
    tx,
    viewer,
    found.filter((file) => !isOwn(file)).map(({ fileName }) => fileName),
  )
  return found.filter((file) => isOwn(file) || seen.has(file.fileName) || videos.seen.has(file.fileName))
}

/** Confirms the files among `names` that the viewer may see: they are kept, and locked against removal until the transaction ends. */
export async function holdFiles(tx: Tx, viewer: Viewer, names: string[]) {
  const seen = (await findFilesInSight(tx, viewer, names)).map(({ fileName }) => fileName)
  return tx
    .update(files)
    .set({ isConfirmed: true })
    .where(and(eq(files.tenantId, viewer.tenantId), inArray(files.fileName, seen)))
    .returning()
}

/**
 * Notes files that a record will no longer refer to: `recheckReleased` finds out whether another one does. Asked before the record changes, as
 * `holdFiles` is: two records may have one file.
 */
export async function releaseFiles(tx: Tx, tenantId: number, names: (string | null)[]) {
  const given = names.flatMap((name) => name || [])
  if (!given.length) return
  await tx
    .update(files)
    .set({ isReleased: true })
    .where(and(eq(files.tenantId, tenantId), inArray(files.fileName, given)))
}

/** Keeps the uploads of somebody who gets another user name: it is what they are known by. */
export const renameUploader = (tx: Tx, tenantId: number, before: string, username: string) =>
  tx
    .update(files)
    .set({ createUser: username })
    .where(and(eq(files.tenantId, tenantId), eq(files.createUser, before)))

/** The file of a person's upload with this key. */
export async function findUpload(tx: Tx, { tenantId, username }: Viewer, key: string) {
  const [file] = await tx
    .select({ fileName: files.fileName, original: files.original })
    .from(files)
    .where(and(eq(files.tenantId, tenantId), eq(files.createUser, username), eq(files.uploadKey, key)))
  return file
}

const list = { table: files, id: files.id, time: files.createTime }

/** One page of the files uploaded by people in scope, newest first, with the total. */
export async function findFileRows(tx: Tx, viewer: Viewer, filter: Parsed<typeof listFiles> & { after?: Cursor | undefined }) {
  const where = and(
    eq(files.tenantId, viewer.tenantId),
    byPeopleInScope(tx, viewer, files.createUser),
    contains(files.fileName, filter.fileName),
    contains(files.original, filter.original),
    contains(files.createUser, filter.createUser),
    filter.type ? eq(files.type, filter.type) : undefined,
  )
  const { total, only } = await findPage(tx, list, filter, { ...askedByScope(viewer), where, period: filter })
  const records = await tx
    .select()
    .from(files)
    .where(and(eq(files.tenantId, viewer.tenantId), only))
    .orderBy(...orderByTime(list))
  return { records: records.map((file) => ({ ...file, createBy: file.createUser })), total }
}

/** A file of any tenant; the caller must have checked the signed address. Undefined after the end of the log-in `login` that it was created for. */
export async function findAnyFile(tx: Tx, name: string, login?: string) {
  const ofLogin = tx
    .select({ one: sql`1` })
    .from(sessions)
    .where(and(eq(sessions.family, login ?? ''), gt(sessions.refreshExpires, sql`now()`)))
  const [file] = await tx
    .select()
    .from(files)
    .where(and(eq(files.fileName, name), login === undefined ? undefined : exists(ofLogin)))
  return file
}

/** The name of a file in scope, locked against removal and confirmation until the transaction ends. */
export async function lockFile(tx: Tx, viewer: Viewer, id: number) {
  const [file] = await tx
    .select({ fileName: files.fileName })
    .from(files)
    .where(and(eq(files.tenantId, viewer.tenantId), eq(files.id, id), byPeopleInScope(tx, viewer, files.createUser)))
    .for('update')
  return file?.fileName
}

export type FileUse = { as: 'logo' | 'ico' | 'avatar' | 'terminal' | PhotoOf; of: string }
type PhotoOf = 'adjustment' | 'inspection' | 'complaint' | 'cleaning' | 'document' | 'facility'

type PhotoColumn = { of: PhotoOf; tenantId: PgColumn; names: PgColumn; recordId: PgColumn }

const photosIn = (of: PhotoOf, { tenantId }: { tenantId: PgColumn }, recordId: PgColumn, ...columns: PgColumn[]): PhotoColumn[] =>
  columns.map((names) => ({ of, tenantId, names, recordId }))

/** Columns with the names of photos, and the record that they belong to. */
export const photoColumns = [
  ...photosIn('inspection', inspections, inspections.id, inspections.img, inspections.treatImg),
  ...photosIn('inspection', inspectionSteps, inspectionSteps.inspectEventId, inspectionSteps.img),
  ...photosIn('adjustment', adjustments, adjustments.id, adjustments.img),
  ...photosIn('complaint', complaints, complaints.id, complaints.url, complaints.resultUrl),
  ...photosIn('complaint', complaintSteps, complaintSteps.complaintId, complaintSteps.url),
  ...photosIn('cleaning', cleaningReports, cleaningReports.id, cleaningReports.img, cleaningReports.processImg),
  ...photosIn('document', documents, documents.id, documents.files),
  ...photosIn('facility', facilities, facilities.id, facilities.photos),
  ...photosIn('cleaning', cleaningSteps, cleaningSteps.reportId, cleaningSteps.img),
]
/** Columns with the name of one picture. */
export const pictureColumns = [units.logo, units.ico, users.avatar]

/** Ids of the records with photos that the viewer sees. */
const recordsInSight: Record<PhotoOf, (tx: Tx, viewer: Viewer) => SQLWrapper> = {
  adjustment: (tx, viewer) => tx.select({ id: adjustments.id }).from(adjustments).where(adjustmentsInSight(viewer)),
  inspection: (tx, viewer) => tx.select({ id: inspections.id }).from(inspections).where(inspectionsInSight(viewer)),
  complaint: (tx, viewer) => tx.select({ id: complaints.id }).from(complaints).where(complaintsInSight(viewer)),
  document: (tx, viewer) => documentsInSight(tx, viewer),
  facility: (tx, viewer) => facilitiesInSight(tx, viewer),
  cleaning: (tx, viewer) => tx.select({ id: cleaningReports.id }).from(cleaningReports).where(cleaningInSight(viewer)),
}

/** The files that a record in the viewer's sight refers to, or, with the permission to list files, that a person in scope uploaded. */
async function findReferredInSight(tx: Tx, viewer: Viewer, names: string[]) {
  const seen = new Set<string>()
  const { tenantId, userId } = viewer
  const left = () => names.filter((name) => !seen.has(name))
  const add = (some: { name: string | null }[]) => {
    for (const { name } of some) if (name) seen.add(name)
  }
  if (!names.length) return seen
  const isUploaded = and(
    eq(files.tenantId, tenantId),
    inArray(files.fileName, names),
    byPeopleInScope(tx, viewer, files.createUser),
  )
  if (viewer.permissions.has('sys_file_view')) add(await tx.select({ name: files.fileName }).from(files).where(isUploaded))
  for (const name of [units.logo, units.ico])
    add(
      await tx
        .select({ name })
        .from(units)
        .where(and(eq(units.tenantId, tenantId), inArray(name, names))),
    )
  const isPerson = or(eq(users.id, userId), inScope(viewer, users.deptId))
  add(
    await tx
      .select({ name: users.avatar })
      .from(users)
      .where(and(eq(users.tenantId, tenantId), inArray(users.avatar, names), isPerson)),
  )
  add(await findTerminalPhotosInSight(tx, viewer, left()))
  add(await findAttachmentsInSight(tx, viewer, left()))
  for (const { of, tenantId: owner, names: column, recordId } of photoColumns) {
    const wanted = left()
    if (!wanted.length) break
    const rows = await tx
      .select({ names: sql<string[]>`${column}` })
      .from(column.table)
      .where(and(eq(owner, tenantId), arrayOverlaps(column, wanted), inArray(recordId, recordsInSight[of](tx, viewer))))
    add(rows.flatMap((row) => row.names.map((name) => ({ name }))))
  }
  return seen
}

/** The use of a file: a logo or icon of the organisation, an avatar, or a photo of a record. */
export async function findUse(tx: Tx, tenantId: number, fileName: string): Promise<FileUse | undefined> {
  const [unit] = await tx
    .select({ as: sql<'logo' | 'ico'>`case ${units.logo} when ${fileName} then 'logo' else 'ico' end`, of: units.shortName })
    .from(units)
    .where(and(eq(units.tenantId, tenantId), or(eq(units.logo, fileName), eq(units.ico, fileName))))
  if (unit) return unit
  const [user] = await tx
    .select({ name: users.name, username: users.username })
    .from(users)
    .where(and(eq(users.tenantId, tenantId), eq(users.avatar, fileName)))
    .limit(1)
  if (user) return { as: 'avatar', of: user.name || user.username }
  for (const { tenantId: owner, fileName: name } of [terminalPhotos, recordings, alarmAttachments, videoUploadFiles])
    if (await tx.$count(name.table, and(eq(owner, tenantId), eq(name, fileName)))) return { as: 'terminal', of: '' }
  for (const { of, tenantId: owner, names } of photoColumns) {
    const [record] = await tx
      .select({ one: sql`1` })
      .from(names.table)
      .where(and(eq(owner, tenantId), arrayContains(names, [fileName])))
      .limit(1)
    if (record) return { as: of, of: '' }
  }
  return undefined
}

/** Maximum number of files checked in one transaction. */
const atOnce = 500

/**
 * Removes the rows of a batch of files that are older than a day and that no record refers to; those with a reference are confirmed.
 * Returns the names of the removed files, and true in `isMore` when there may be more.
 */
export async function removeUnused(tx: Tx) {
  const old = await tx
    .select({ fileName: files.fileName })
    .from(files)
    .where(and(eq(files.isConfirmed, false), lt(files.createTime, sql`now() - interval '1 day'`)))
    .limit(atOnce)
    .for('update', { skipLocked: true })
  const names = old.map(({ fileName }) => fileName)
  const used = await findReferred(tx, names)
  const unused = names.filter((name) => !used.has(name))
  if (used.size)
    await tx
      .update(files)
      .set({ isConfirmed: true })
      .where(inArray(files.fileName, [...used]))
  if (unused.length) await tx.delete(files).where(inArray(files.fileName, unused))
  return { removed: unused, isMore: names.length === atOnce }
}

/** Finds out which files of a batch that records gave up, of all or of one person, another one refers to. Returns true when there may be more. */
export async function recheckReleased(tx: Tx, of?: Pick<Viewer, 'tenantId' | 'username'>) {
  const batch = await tx
    .select({ id: files.id, fileName: files.fileName })
    .from(files)
    .where(and(eq(files.isReleased, true), of && and(eq(files.tenantId, of.tenantId), eq(files.createUser, of.username))))
    .limit(atOnce)
    .for('update', { skipLocked: true })
  const used = await findReferred(
    tx,
    batch.map(({ fileName }) => fileName),
  )
  const checked = batch.map(({ id }) => id)
  await tx
    .update(files)
    .set({ isReleased: false, isConfirmed: inArray(files.fileName, [...used]) })
    .where(inArray(files.id, checked))
  return batch.length === atOnce
}

/**
 * Unconfirms, of a batch of the confirmed files after the id `after`, those that no record refers to any more although none gave them up. Returns the id
 * to go on after; 0 at the end.
 */
export async function recheckFiles(tx: Tx, after: number) {
  const batch = await tx
    .select({ id: files.id, fileName: files.fileName })
    .from(files)
    .where(and(gt(files.id, after), eq(files.isConfirmed, true)))
    .orderBy(files.id)
    .limit(atOnce)
  const used = await findReferred(
    tx,
    batch.map(({ fileName }) => fileName),
  )
  const forgotten = batch.filter(({ fileName }) => !used.has(fileName)).map(({ id }) => id)
  if (forgotten.length) await tx.update(files).set({ isConfirmed: false }).where(inArray(files.id, forgotten))
  return batch.length === atOnce ? batch.at(-1)!.id : 0
}

/** The names that a record of any tenant refers to. */
async function findReferred(tx: Tx, names: string[]) {
  const found = new Set<string>()
  if (!names.length) return found
  const ofTerminals = [terminalPhotos.fileName, recordings.fileName, alarmAttachments.fileName, videoUploadFiles.fileName]
  for (const column of [...pictureColumns, ...ofTerminals])
    for (const { name } of await tx
      .select({ name: sql<string>`${column}` })
      .from(column.table)
      .where(inArray(column, names)))
      found.add(name)
  for (const { names: column } of photoColumns)
    for (const row of await tx
      .select({ names: sql<string[]>`${column}` })
      .from(column.table)
      .where(arrayOverlaps(column, names)))
      for (const name of row.names) found.add(name)
  return new Set(names.filter((name) => found.has(name)))
}

const stem = (name: PgColumn) => sql<string>`split_part(${name}, '.', 1)`

/** The stems (names without their types) that no file and no export has: bytes stored for a row that was never committed. */
export async function findOrphans(tx: Tx, stems: string[]) {
  if (!stems.length) return new Set<string>()
  const known = await tx
    .select({ stem: stem(files.fileName) })
    .from(files)
    .where(inArray(stem(files.fileName), stems))
    .union(
      tx
        .select({ stem: stem(exportJobs.fileName) })
        .from(exportJobs)
        .where(inArray(stem(exportJobs.fileName), stems)),
    )
    .union(
      tx
        .select({ stem: stem(reports.fileName) })
        .from(reports)
        .where(inArray(stem(reports.fileName), stems)),
    )
  const kept = new Set(known.map((one) => one.stem))
  return new Set(stems.filter((one) => !kept.has(one)))
}

/** Deletes a file's row and returns it; undefined when the tenant has none. */
export async function removeFileRow(tx: Tx, tenantId: number, id: number) {
  const [file] = await tx
    .delete(files)
    .where(and(eq(files.tenantId, tenantId), eq(files.id, id)))
    .returning()
  return file
}
