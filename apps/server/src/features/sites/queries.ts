import { sql } from 'drizzle-orm'
import type { Tx } from '../../db/connect.ts'
import { tenants } from '../tenants/table.ts'

/** The tenant a host stands for; the first one for a host nobody named, so that an installation answers on any address. */
export async function tenantOfHost(tx: Tx, host: string) {
  const [tenant] = await tx.select().from(tenants).orderBy(sql`${host} = any(${tenants.hosts}) desc`, tenants.id).limit(1)
  if (!tenant) throw new Error('no tenant: the database holds no organisation yet')
  return tenant
}
