import type { UnitForm } from '@huanwei/contract/units/endpoints'
import { and, eq, ne, not, or, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { updatedBy } from '../../db/columns.ts'
import type { Tx } from '../../db/connect.ts'
import type { Viewer } from '../../http/viewer.ts'
import { type Sealing, sealedMark } from '../../lib/sealing.ts'
import { tenants } from '../tenants/table.ts'
import { units } from './table.ts'

/** Owner of sealed passwords: in another tenant's row they would not open. */
const ownerOf = (tenantId: number) => `outside servers of tenant ${tenantId}`

/** A form whose passwords nobody can read in the database. */
export function sealed<F extends Pick<UnitForm, 'password' | 'intercomPassword'>>(
  form: F,
  tenantId: number,
  sealing: Sealing,
): F {
  const seal = (text: string | undefined) => (text ? sealing.seal(text, ownerOf(tenantId)) : text)
  return { ...form, password: seal(form.password), intercomPassword: seal(form.intercomPassword) }
}

/** Seals passwords that an earlier version stored as they were. */
export async function sealUnitPasswords(tx: Tx, sealing: Sealing) {
  const isOpen = (column: PgColumn) => and(ne(column, ''), not(sql`starts_with(${column}, ${sealedMark})`))
  const where = or(isOpen(units.password), isOpen(units.intercomPassword))
  for (const { tenantId, password, intercomPassword } of await tx.select().from(units).where(where).for('update'))
    await tx
      .update(units)
      .set(sealed({ password, intercomPassword }, tenantId, sealing))
      .where(eq(units.tenantId, tenantId))
}

/** The organisation's own video server, and how to log in there; undefined when it has none. Throws when the password cannot be opened. */
export async function findVideoServer(tx: Tx, tenantId: number, sealing: Sealing) {
  const unit = await findUnit(tx, tenantId)
  if (!unit?.videoSource) return undefined
  const { videoSource: address, account, password } = unit
  return { address, account, password: password && sealing.open(password, ownerOf(tenantId)) }
}

/** How the desktop helper of the organisation's own intercom logs in; undefined when it has none. Throws when the password cannot be opened. */
export async function findIntercomHelper(tx: Tx, tenantId: number, sealing: Sealing) {
  const { intercomAccount, intercomPassword, intercomUrl } = (await findUnit(tx, tenantId)) ?? {}
  if (!intercomAccount || !intercomPassword || !intercomUrl) return undefined
  return { intercomAccount, intercomUrl, intercomPassword: sealing.open(intercomPassword, ownerOf(tenantId)) }
}

/** Undefined while the tenant has set nothing. */
export async function findUnit(tx: Tx, tenantId: number) {
  const [unit] = await tx.select().from(units).where(eq(units.tenantId, tenantId))
  return unit
}

/** Like `findUnit`; nobody else changes it until the transaction ends. */
export async function lockUnit(tx: Tx, tenantId: number) {
  const [unit] = await tx.select().from(units).where(eq(units.tenantId, tenantId)).for('update')
  return unit
}

/** Undefined when the tenant has one already. */
export async function addUnitRow(tx: Tx, { tenantId, username }: Viewer, form: UnitForm) {
  const [unit] = await tx
    .insert(units)
    .values({ tenantId, ...form, updateBy: username })
    .onConflictDoNothing()
    .returning()
  return unit
}

/** Undefined when the tenant has none. */
export async function changeUnitRow(tx: Tx, viewer: Viewer, form: UnitForm) {
  const [unit] = await tx
    .update(units)
    .set({ ...form, ...updatedBy(units, viewer) })
    .where(eq(units.tenantId, viewer.tenantId))
    .returning()
  return unit
}

/** The outside origins of every tenant with its hosts, the tenant first that answers for hosts nobody named. */
export const listFrameOrigins = (tx: Tx) =>
  tx
    .select({ hosts: tenants.hosts, origins: units.frameOrigins })
    .from(tenants)
    .leftJoin(units, eq(units.tenantId, tenants.id))
    .orderBy(tenants.id)
