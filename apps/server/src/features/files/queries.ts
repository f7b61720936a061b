import { randomBytes } from 'node:crypto'
import { and, eq, inArray } from 'drizzle-orm'
import type { Tx } from '../../db/connect.ts'
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

export async function addFile(tx: Tx, file: typeof files.$inferInsert) {
  await tx.insert(files).values(file)
}

/** Those of `names` that the tenant has. */
export const findFiles = (tx: Tx, tenantId: number, names: string[]) =>
  tx
    .select()
    .from(files)
    .where(and(eq(files.tenantId, tenantId), inArray(files.fileName, names)))

/** Of any tenant; the caller has a signature for it. */
export async function findAnyFile(tx: Tx, name: string) {
  const [file] = await tx.select().from(files).where(eq(files.fileName, name))
  return file
}

/** The row that is gone now; undefined when the tenant has none. */
export async function removeFileRow(tx: Tx, tenantId: number, id: number) {
  const [file] = await tx
    .delete(files)
    .where(and(eq(files.tenantId, tenantId), eq(files.id, id)))
    .returning()
  return file
}
