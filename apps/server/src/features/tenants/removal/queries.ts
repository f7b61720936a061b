import { and, asc, eq, isNotNull, sql } from 'drizzle-orm'
import type { Tx } from '../../../db/connect.ts'
import { tenants } from '../table.ts'

/** A table with rows of tenants; `isOwnParent` when its rows refer to one another. */
export type TenantTable = { name: string; isOwnParent: boolean }

/** The tables that hold rows of tenants, those that refer to others first: in this order they can be emptied. */
export async function findTenantTables(tx: Tx): Promise<TenantTable[]> {
  const { rows } = await tx.execute<{ name: string; parents: string[] }>(sql`
    select c.relname as name,
      array(select p.relname::text from pg_constraint f join pg_class p on p.oid = f.confrelid
        where f.conrelid = c.oid and f.contype = 'f') as parents
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped)
    order by c.relname`)
  const waiting = new Map(rows.map((table) => [table.name, table]))
  const ordered: TenantTable[] = []
  while (waiting.size) {
    const free = [...waiting.values()].filter(
      ({ name }) => ![...waiting.values()].some((other) => other.name !== name && other.parents.includes(name)),
    )
    if (!free.length) throw new Error(`tables refer to each other: ${[...waiting.keys()].join()}`)
    for (const { name, parents } of free) {
      waiting.delete(name)
      ordered.push({ name, isOwnParent: parents.includes(name) })
    }
  }
  return ordered
}

/** Rows that one transaction deletes. */
const batch = 10_000

/** Deletes rows of a tenant from a table and returns their number. Rows that refer to one another go all at once. */
export async function deleteSome(tx: Tx, { name, isOwnParent }: TenantTable, tenantId: number) {
  const table = sql.identifier(name)
  const { rowCount } = isOwnParent
    ? await tx.execute(sql`delete from ${table} where tenant_id = ${tenantId}`)
    : await tx.execute(sql`delete from ${table} where (tableoid, ctid) in (
        select tableoid, ctid from ${table} where tenant_id = ${tenantId} limit ${batch})`)
  return rowCount ?? 0
}

/** Names of some stored files of a tenant. */
export async function findSomeFiles(tx: Tx, tenantId: number, after: string) {
  const { rows } = await tx.execute<{ name: string }>(
    sql`select file_name as name from sys_file where tenant_id = ${tenantId} and file_name > ${after} order by file_name limit 500`,
  )
  return rows.map(({ name }) => name)
}

/** A tenant whose data are to be deleted; undefined when there is none. */
export async function findRemoved(tx: Tx) {
  const [one] = await tx
    .select({ id: tenants.id })
    .from(tenants)
    .where(isNotNull(tenants.removedTime))
    .orderBy(asc(tenants.id))
    .limit(1)
  return one?.id
}

/** The last step: nothing else is left of it. */
export const deleteTenant = (tx: Tx, id: number) =>
  tx.delete(tenants).where(and(eq(tenants.id, id), isNotNull(tenants.removedTime)))

/** Columns that no archive holds: hashes, keys and secrets. */
const secretColumns = /^(password|.*_hash|.*secret.*|.*_password|auth_code|key|app_secret|salt)$/

/** Tables of sessions and of counts that the rows themselves give. */
const leftOut = /^(sys_token.*|temp_token|social_state|captcha|.*_tally|list_change|sms_code)$/

/** The tables of an archive with the columns that it holds. */
export async function findArchiveTables(tx: Tx) {
  const { rows } = await tx.execute<{ name: string; columns: string[] }>(sql`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    group by c.relname having bool_or(a.attname = 'tenant_id') order by c.relname`)
  return rows
    .filter(({ name }) => !leftOut.test(name))
    .map(({ name, columns }) => ({ name, columns: columns.filter((column) => !secretColumns.test(column)) }))
}

type ArchiveTable = Awaited<ReturnType<typeof findArchiveTables>>[number]

/** The rows of a tenant in one table as JSON lines, a batch at a time: no more of them is held in memory. */
export async function* archiveLines(tx: Tx, { name, columns }: ArchiveTable, tenantId: number) {
  const row = sql.join(
    columns.map((column) => sql.identifier(column)),
    sql`, `,
  )
  await tx.execute(
    sql`declare archive no scroll cursor for
      select row_to_json(held)::text as line from (select ${row} from ${sql.identifier(name)} where tenant_id = ${sql.raw(String(Math.trunc(tenantId)))}) held`,
  )
  while (true) {
    const { rows } = await tx.execute<{ line: string }>(sql`fetch 2000 from archive`)
    if (!rows.length) break
    yield rows.map(({ line }) => `${line}\n`).join('')
  }
  await tx.execute(sql`close archive`)
}
