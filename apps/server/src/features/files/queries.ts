import { randomBytes } from 'node:crypto'
import type { Parsed } from '@huanwei/contract/endpoint'
import type { listFiles } from '@huanwei/contract/files/endpoints'
import { and, arrayContains, arrayOverlaps, desc, eq, gte, inArray, lt, lte, or, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Tx } from '../../db/connect.ts'
import { contains } from '../../lib/contains.ts'
import { type After, behind, offsetOf, totalOf } from '../../lib/keyset.ts'
import type { Viewer } from '../../lib/serve.ts'
import { cleaningReports, cleaningSteps } from '../cleaning/table.ts'
import { complaintSteps, complaints } from '../complaints/table.ts'
import { exportJobs } from '../exports/table.ts'
import { inspectionSteps, inspections } from '../inspections/table.ts'
import { byPeopleInScope } from '../logs/queries.ts'
import { devicePhotos } from '../terminals/table.ts'
import { units } from '../units/table.ts'
import { users } from '../users/table.ts'
import { files, secrets } from './table.ts'

/** The installation's secret of that name, made when first asked for; the same for every process of it. */
export async function ensureSecret(tx: Tx, name: string): Promise<string> {
  await tx
    .insert(secrets)
    .values({ name, value: randomBytes(32).toString('base64url') })
    .onConflictDoNothing()
  const [secret] = await tx.select({ value: secrets.value }).from(secrets).where(eq(secrets.name, name))
  if (!secret) throw new Error(`no secret ${name}`)
  return secret.value
}

/** False when the same person's upload of the same key is there already. */
export async function addFile(tx: Tx, file: typeof files.$inferInsert) {
  const { rowCount } = await tx
    .insert(files)
    .values(file)
    .onConflictDoNothing({ target: [files.tenantId, files.createUser, files.uploadKey] })
  return rowCount === 1
}

/** Those of `names` that the tenant has. */
export const findFiles = (tx: Tx, tenantId: number, names: string[]) =>
  tx
    .select()
    .from(files)
    .where(and(eq(files.tenantId, tenantId), inArray(files.fileName, names)))

/** The same for who puts them to use: they stay, and nobody removes them before the transaction ends. */
export const holdFiles = (tx: Tx, tenantId: number, names: string[]) =>
  tx
    .update(files)
    .set({ isConfirmed: true })
    .where(and(eq(files.tenantId, tenantId), inArray(files.fileName, names)))
    .returning()

/** What a person's upload of this key brought. */
export async function findUpload(tx: Tx, { tenantId, username }: Viewer, key: string) {
  const [file] = await tx
    .select({ fileName: files.fileName, original: files.original })
    .from(files)
    .where(and(eq(files.tenantId, tenantId), eq(files.createUser, username), eq(files.uploadKey, key)))
  return file
}

/** One page of the files sent by people in scope, the latest first, with the total. */
export async function findFileRows(tx: Tx, viewer: Viewer, filter: Parsed<typeof listFiles> & { after?: After | undefined }) {
  const where = and(
    eq(files.tenantId, viewer.tenantId),
    byPeopleInScope(tx, viewer, files.createUser),
    contains(files.original, filter.original),
    contains(files.createUser, filter.createUser),
    filter.type ? eq(files.type, filter.type) : undefined,
    filter.startTime ? gte(files.createTime, filter.startTime) : undefined,
    filter.endTime ? lte(files.createTime, filter.endTime) : undefined,
  )
  const records = await tx
    .select()
    .from(files)
    .where(and(where, behind(filter, files.createTime, files.id)))
    .orderBy(desc(files.createTime), desc(files.id))
    .limit(filter.size)
    .offset(offsetOf(filter))
  return { records, total: await totalOf(filter, () => tx.$count(files, where)) }
}

/** Of any tenant; the caller has a signature for it. */
export async function findAnyFile(tx: Tx, name: string) {
  const [file] = await tx.select().from(files).where(eq(files.fileName, name))
  return file
}

/** The name of a file in scope, which nobody else removes or puts to use until the transaction ends. */
export async function lockFile(tx: Tx, viewer: Viewer, id: number) {
  const [file] = await tx
    .select({ fileName: files.fileName })
    .from(files)
    .where(and(eq(files.tenantId, viewer.tenantId), eq(files.id, id), byPeopleInScope(tx, viewer, files.createUser)))
    .for('update')
  return file?.fileName
}

export type FileUse = { as: 'logo' | 'ico' | 'avatar' | 'terminal' | PhotoOf; of: string }
type PhotoOf = 'inspection' | 'complaint' | 'cleaning'

/** Columns with the names of photos, and what these show. */
export const photoColumns: { of: PhotoOf; tenantId: PgColumn; names: PgColumn }[] = [
  ...[inspections.img, inspections.treatImg].map((names) => ({
    of: 'inspection' as const,
    tenantId: inspections.tenantId,
    names,
  })),
  { of: 'inspection', tenantId: inspectionSteps.tenantId, names: inspectionSteps.img },
  ...[complaints.url, complaints.resultUrl].map((names) => ({ of: 'complaint' as const, tenantId: complaints.tenantId, names })),
  { of: 'complaint', tenantId: complaintSteps.tenantId, names: complaintSteps.url },
  ...[cleaningReports.img, cleaningReports.processImg].map((names) => ({
    of: 'cleaning' as const,
    tenantId: cleaningReports.tenantId,
    names,
  })),
  { of: 'cleaning', tenantId: cleaningSteps.tenantId, names: cleaningSteps.img },
]
/** Columns with the name of one picture. */
export const pictureColumns = [units.logo, units.ico, users.avatar]

/** What a file is in use as: a sign of the organisation, somebody's picture, or a photo of a record. */
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
  const ofTerminal = and(eq(devicePhotos.tenantId, tenantId), eq(devicePhotos.fileName, fileName))
  if (await tx.$count(devicePhotos, ofTerminal)) return { as: 'terminal', of: '' }
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

/** So many are looked at in one transaction. */
const atOnce = 500

/**
 * Removes the rows of some files that have been there for a day without a record that refers to them; those that one does refer to are confirmed.
 * Returns the names of the removed, and whether there may be more.
 */
export async function removeUnused(tx: Tx) {
  const old = await tx
    .select({ fileName: files.fileName })
    .from(files)
    .where(and(eq(files.isConfirmed, false), lt(files.createTime, sql`now() - interval '1 day'`)))
    .limit(atOnce)
    .for('update', { skipLocked: true })
  const names = old.map(({ fileName }) => fileName)
  if (!names.length) return { removed: [], isMore: false }
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

/** Those of `names` that a record of any tenant refers to. */
async function findReferred(tx: Tx, names: string[]) {
  const found = new Set<string>()
  for (const column of pictureColumns)
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

/** Those of `stems` (names without their types) that no file and no export has: bytes that were kept for a row that never came. */
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
  const kept = new Set(known.map((one) => one.stem))
  return new Set(stems.filter((one) => !kept.has(one)))
}

/** The row that is gone now; undefined when the tenant has none. */
export async function removeFileRow(tx: Tx, tenantId: number, id: number) {
  const [file] = await tx
    .delete(files)
    .where(and(eq(files.tenantId, tenantId), eq(files.id, id)))
    .returning()
  return file
}
