import type { Parsed } from '@huanwei/contract/endpoint'
import type { addTenant, listTenants, Tenant } from '@huanwei/contract/tenants/endpoints'
import { and, arrayOverlaps, asc, eq, getTableColumns, isNull, ne, or, sql } from 'drizzle-orm'
import { updatedBy } from '../../../db/columns.ts'
import type { Tx } from '../../../db/connect.ts'
import { contains } from '../../../db/contains.ts'
import { files } from '../../files/table.ts'
import { terminals } from '../../terminals/table.ts'
import { users } from '../../users/table.ts'
import { isOpen, tenants } from '../table.ts'

const { seeded: _, removedTime: __, ...columns } = getTableColumns(tenants)

const select = (tx: Tx) =>
  tx
    .select({
      ...columns,
      users: sql<number>`(select count(*)::int from ${users} u where u.tenant_id = ${tenants}.id)`,
      terminals: sql<number>`(select count(*)::int from ${terminals} d where d.tenant_id = ${tenants}.id and d.object_id is not null)`,
      fileBytes: sql<number>`(select coalesce(sum(f.file_size), 0)::float8 from ${files} f where f.tenant_id = ${tenants}.id)`,
      isBeingRemoved: sql<boolean>`${tenants.removedTime} is not null`,
    })
    .from(tenants)

type Filter = Parsed<typeof listTenants>
export type TenantRow = Tenant

/** One page of the tenants of the installation by id, with the total. */
export async function findTenants(tx: Tx, { name, status, current, size }: Filter) {
  const where = and(
    or(contains(tenants.name, name), contains(tenants.code, name), name ? sql`${name} = any(${tenants.hosts})` : undefined),
    status && eq(tenants.status, status),
  )
  const records = await select(tx)
    .where(where)
    .orderBy(asc(tenants.id))
    .limit(size)
    .offset((current - 1) * size)
  return { records, total: await tx.$count(tenants, where) }
}

/** A tenant; undefined when there is none. */
export async function findTenant(tx: Tx, id: number) {
  const [one] = await select(tx).where(eq(tenants.id, id))
  return one
}

/** Lets no two changes of tenants run at once: hosts and codes are compared with those of all others. */
export const holdTenants = (tx: Tx) => tx.execute(sql`lock table ${tenants} in share row exclusive mode`)

type Fields = Omit<Parsed<typeof addTenant>, 'username' | 'password'>

/** What another tenant than `id` has already: the code, or one of the hosts; undefined when nothing is taken. Requires `holdTenants`. */
export async function findTakenElsewhere(tx: Tx, { code, hosts }: Pick<Fields, 'code' | 'hosts'>, id: number | undefined) {
  const others = id === undefined ? undefined : ne(tenants.id, id)
  if (await tx.$count(tenants, and(others, eq(tenants.code, code)))) return { field: 'code' as const, text: code }
  if (!hosts.length) return undefined
  const [other] = await tx
    .select({ hosts: tenants.hosts })
    .from(tenants)
    .where(and(others, arrayOverlaps(tenants.hosts, hosts)))
    .limit(1)
  const text = hosts.find((host) => other?.hosts.includes(host))
  return text === undefined ? undefined : { field: 'hosts' as const, text }
}

/** An id for another tenant. Requires `holdTenants`. */
export async function nextTenantId(tx: Tx) {
  const [last] = await tx.select({ id: sql<number>`coalesce(max(${tenants.id}), 0)` }).from(tenants)
  return last!.id + 1
}

export const updateTenant = (tx: Tx, editor: { username: string }, id: number, fields: Fields) =>
  tx
    .update(tenants)
    .set({ ...fields, ...updatedBy(tenants, editor) })
    .where(eq(tenants.id, id))

/** Marks a tenant whose data are to be deleted. */
export const markForRemoval = (tx: Tx, editor: { username: string }, id: number) =>
  tx
    .update(tenants)
    .set({ removedTime: sql`now()`, hosts: [], ...updatedBy(tenants, editor) })
    .where(and(eq(tenants.id, id), isNull(tenants.removedTime)))

/** The tenant when people can log in to it. */
export const findOpenTenant = (tx: Tx, id: number) =>
  tx
    .select({
      id: tenants.id,
      name: tenants.name,
      code: tenants.code,
      startTime: tenants.startTime,
      endTime: tenants.endTime,
      status: tenants.status,
    })
    .from(tenants)
    .where(and(eq(tenants.id, id), isOpen))

/** Tells of the tenants whose span ended in the last `seconds`: their sessions are looked at again. */
export const tellEnded = (tx: Tx, seconds: number) =>
  tx.execute(
    sql`select send_change('sys_tenant', id, null, null, '*') from ${tenants}
      where ${tenants.endTime} <= now() and ${tenants.endTime} > now() - make_interval(secs => ${seconds})`,
  )
