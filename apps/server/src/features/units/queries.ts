import type { UnitForm } from '@huanwei/contract/units/endpoints'
import { eq, sql } from 'drizzle-orm'
import type { Tx } from '../../db/connect.ts'
import { tenants } from '../tenants/table.ts'
import { units } from './table.ts'

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
export async function addUnitRow(tx: Tx, tenantId: number, form: UnitForm) {
  const [unit] = await tx
    .insert(units)
    .values({ tenantId, ...form })
    .onConflictDoNothing()
    .returning()
  return unit
}

/** Undefined when the tenant has none. */
export async function changeUnitRow(tx: Tx, tenantId: number, form: UnitForm) {
  const [unit] = await tx
    .update(units)
    .set({ ...form, updateTime: sql`now()` })
    .where(eq(units.tenantId, tenantId))
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
