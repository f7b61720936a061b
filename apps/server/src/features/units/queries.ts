import { eq } from 'drizzle-orm'
import type { Tx } from '../../db/connect.ts'
import { tenants } from '../tenants/table.ts'
import { units } from './table.ts'

/** Undefined while the tenant has set nothing. */
export async function findUnit(tx: Tx, tenantId: number) {
  const [unit] = await tx.select().from(units).where(eq(units.tenantId, tenantId))
  return unit
}

/** The outside origins of every tenant with its hosts, the tenant first that answers for hosts nobody named. */
export const listFrameOrigins = (tx: Tx) =>
  tx
    .select({ hosts: tenants.hosts, origins: units.frameOrigins })
    .from(tenants)
    .leftJoin(units, eq(units.tenantId, tenants.id))
    .orderBy(tenants.id)
