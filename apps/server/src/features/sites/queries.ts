import { and, eq, inArray, sql } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import type { Tx } from '../../db/connect.ts'
import { Refused } from '../../http/refuse.ts'
import { tenants } from '../tenants/table.ts'
import { users } from '../users/table.ts'

/**
 * The tenant a request is for, and the host it came to; the first tenant for a host nobody named, so that an installation answers on any address.
 * A forwarded host counts only when it is a tenant's: a proxy may pass on what a stranger wrote.
 */
export async function siteOf(tx: Tx, request: FastifyRequest) {
  const sent = request.headers.host ?? request.host
  const byHost = (host: string) => sql`${host} = any(${tenants.hosts}) desc`
  const [tenant] = await tx
    .select()
    .from(tenants)
    .orderBy(byHost(request.hostname), byHost(sent.replace(/:\d+$/, '')), tenants.id)
    .limit(1)
  if (!tenant) throw new Refused(503, 'sites:refusal.none')
  return { tenant, host: tenant.hosts.includes(request.hostname) ? request.host : sent }
}

/** The ones of `usernames` that the tenant has and that are not locked, in the order given. */
export async function findOpenAccounts<N extends string>(tx: Tx, tenantId: number, usernames: readonly N[]): Promise<N[]> {
  const rows = await tx
    .select({ username: users.username })
    .from(users)
    .where(and(eq(users.tenantId, tenantId), inArray(users.username, [...usernames]), eq(users.lockFlag, '0')))
  const open = new Set(rows.map(({ username }) => username))
  return usernames.filter((username) => open.has(username))
}
