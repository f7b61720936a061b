import { and, getTableName, type SQL, sql } from 'drizzle-orm'
import { type PgColumn, PgDialect, type PgTable } from 'drizzle-orm/pg-core'
import type { Tx } from '../connect.ts'
import { type Block, blockBits, blockOf, blockSize, inOrder, newestFirst, type RowPlace } from './blocks.ts'
import { type Kept, keptListsOf, totalKept } from './kept.ts'

/**
 * A table with rows in the order of `time` and `id`, or of `id` alone, whose changes triggers.sql marks. A row leaves the list by itself when its time
 * `until` has come. `ofBlock`: condition for the rows of a block, whose number is a column, where an index has no ids. `shortUpTo`: number of rows up to
 * which every row is known, where rows of all times lie in each block.
 */
export type KeptList = {
  table: PgTable
  id: PgColumn | SQL
  time?: PgColumn
  until?: PgColumn | SQL
  ofBlock?: (block: SQL) => SQL
  shortUpTo?: number
}

/** One the rows of which are found by their ids. */
export type List = KeptList & { id: PgColumn }

export type KeptFilter = {
  tenantId: number
  /** Says of a row, with what is marked as its change, whether it is in the list. */
  where: SQL | undefined
  /** The same, as it is faster to ask of all rows at once. */
  whereOfAll?: SQL | undefined
  /** Joins of other tables that `where` reads. */
  join?: SQL | undefined
  /** Marks of something else that changes all the list. */
  follows?: string | undefined
}

/** Number of rows up to which every row of a list is known; twice as many where they are far between, as a page would be looked for in many blocks. */
const shortList = 5000
const isShort = (rows: readonly RowPlace[], { shortUpTo = shortList }: KeptList) =>
  rows.length <= shortUpTo ||
  (rows.length <= 2 * shortList && rows.length < fewInBlock * new Set(rows.map(({ id }) => blockOf(id))).size)
const fewInBlock = 32

const dialect = new PgDialect({ casing: 'snake_case' })

const keyOf = (list: KeptList, filter: KeptFilter) => {
  const { sql: text, params } = dialect.sqlToQuery(fromWhere(list, filter))
  return JSON.stringify([filter.tenantId, filter.follows, list.time?.name, text, params])
}

/** Condition for the rows of a list, and for those of them for which `further` is true. */
export const whereOf = ({ until }: KeptList, { where }: Pick<KeptFilter, 'where'>, further?: SQL) =>
  and(where, until && sql`${until} > now()`, further) ?? sql`true`

const fromWhere = (list: KeptList, filter: Pick<KeptFilter, 'join' | 'where'>, further?: SQL) =>
  sql`from ${list.table} ${filter.join} where ${whereOf(list, filter, further)}`

/** The rows of a list that are read all at once. */
export const fromWhereOfAll = (list: KeptList, { join, where, whereOfAll = where }: KeptFilter, further?: SQL) =>
  fromWhere(list, { join, where: whereOfAll }, further)

const microseconds = (time: SQL | PgColumn | undefined) =>
  time ? sql`(extract(epoch from ${time}) * 1000000)::float8` : sql`0::float8`
export const placeOf = ({ id, time, until }: KeptList) =>
  sql`${id}::float8 as id, ${microseconds(time)} as time ${until && sql`, ${microseconds(until)} as until`}`
const countOf = ({ time, until }: KeptList) => sql`count(*)::int as count, ${microseconds(time && sql`min(${time})`)} as first,
  ${microseconds(time && sql`max(${time})`)} as last ${until && sql`, ${microseconds(sql`min(${until})`)} as until`}`

/** Condition for the rows of a block, whose number is a column. */
const inBlock = ({ id, ofBlock }: KeptList, block: SQL) =>
  ofBlock?.(block) ?? sql`${id} >= ${block}::int8 * ${blockSize}::int8 and ${id} < (${block}::int8 + 1) * ${blockSize}::int8`

/**
 * What `queryOf` finds of each of some blocks. Where a block has a condition of its own it is a constant, so that PostgreSQL leaves partitions out of its
 * plan; elsewhere it may read all rows of the filter for each block without the offset.
 */
const ofEach = ({ ofBlock }: KeptList, blocks: readonly number[], queryOf: (block: SQL) => SQL) =>
  ofBlock
    ? sql.join(
        blocks.map((block) => queryOf(sql`${block}::int8`)),
        sql` union all `,
      )
    : sql`select found.* from unnest(${sql.param(blocks)}::int8[]) as b (block), lateral (${queryOf(sql`b.block`)} offset 0) found`

/** Counts the rows of some blocks for which `further` is true. */
export async function countBlocks(
  tx: Tx,
  list: KeptList,
  filter: KeptFilter,
  blocks: readonly number[],
  further?: SQL,
): Promise<Block[]> {
  if (!blocks.length) return []
  const countIn = (block: SQL) =>
    sql`select ${block}::int as block, ${countOf(list)} ${fromWhere(list, filter, and(inBlock(list, block), further))}`
  const { rows } = await tx.execute<Block>(ofEach(list, blocks, countIn))
  return rows
}

/** Places of the rows of some blocks. */
async function readPlaces(tx: Tx, list: KeptList, filter: KeptFilter, blocks: readonly number[]): Promise<RowPlace[]> {
  const placesIn = (block: SQL) => sql`select ${placeOf(list)} ${fromWhere(list, filter, inBlock(list, block))}`
  const { rows } = await tx.execute<RowPlace>(ofEach(list, blocks, placesIn))
  return rows
}

/**
 * The blocks that have changed since a snapshot, and the snapshot that this is true of, read at `now` (µs since 1970); `isNew` when something else has
 * changed that changes all the list. `isWriting`: this transaction sees what it wrote and may yet take back.
 */
type News = { snapshot: string; now: number; isWriting: boolean; blocks: number[]; isNew: boolean }

/** Reads what a snapshot does not know. What is read of the blocks afterwards may be newer still, which only lets them be read again. */
async function readNews(tx: Tx, { table }: KeptList, { tenantId, follows }: KeptFilter, snapshot?: string): Promise<News> {
  const name = getTableName(table)
  // Marks of tenant 0 are of rows without a tenant.
  const marks = sql`
    select distinct list, block from list_change
    where tenant_id = any(${sql.param([tenantId, 0])}::int[]) and list = any(${sql.param([name, follows ?? ''])}::text[])
      and xid >= pg_snapshot_xmin(${snapshot}::pg_snapshot) and not pg_visible_in_snapshot(xid, ${snapshot}::pg_snapshot)`
  const { rows } = await tx.execute<News>(sql`
    select pg_current_snapshot()::text as snapshot, ${microseconds(sql`now()`)} as now, pg_current_xact_id_if_assigned() is not null as "isWriting",
      coalesce(array_agg(block) filter (where list = ${name}), '{}') as blocks, coalesce(bool_or(list <> ${name}), false) as "isNew"
    from (${snapshot === undefined ? sql`select '' as list, 0 as block` : marks}) marks`)
  return rows[0]!
}

/** A list that nothing is known of. */
async function readAll(tx: Tx, list: KeptList, filter: KeptFilter, snapshot: string): Promise<Kept> {
  const { rows } = await tx.execute<RowPlace>(
    sql`select ${placeOf(list)} ${fromWhereOfAll(list, filter)} limit ${Math.max(2 * shortList, list.shortUpTo ?? 0) + 1}`,
  )
  if (isShort(rows, list)) return { snapshot, rows: rows.sort(newestFirst) }
  const counted = await tx.execute<Block>(sql`
    select (${list.id} >> ${sql.raw(String(blockBits))})::int as block, ${countOf(list)} ${fromWhereOfAll(list, filter)} group by 1`)
  return { snapshot, blocks: inOrder(counted.rows) }
}

/** The blocks from which a row has gone by itself. */
const blocksPast = (known: Kept, now: number) =>
  'rows' in known
    ? known.rows.filter(({ until = Number.POSITIVE_INFINITY }) => until <= now).map(({ id }) => blockOf(id))
    : known.blocks.filter(({ until = Number.POSITIVE_INFINITY }) => until <= now).map(({ block }) => block)

/** A list some blocks of which have changed. */
async function correct(
  tx: Tx,
  list: KeptList,
  filter: KeptFilter,
  known: Kept,
  { snapshot, now, blocks: marked }: News,
): Promise<Kept> {
  const changed = new Set([...marked, ...(list.until ? blocksPast(known, now) : [])])
  if (!changed.size) return { ...known, snapshot }
  const blocks = [...changed]
  if ('rows' in known) {
    const others = known.rows.filter(({ id }) => !changed.has(blockOf(id)))
    return { snapshot, rows: [...others, ...(await readPlaces(tx, list, filter, blocks))].sort(newestFirst) }
  }
  const others = known.blocks.filter(({ block }) => !changed.has(block))
  return { snapshot, blocks: inOrder([...others, ...(await countBlocks(tx, list, filter, blocks))]) }
}

/** A list that is known by all its rows may become twice as long, and one known by its blocks half as short, before it is read anew. */
const fits = (kept: Kept, { shortUpTo = shortList }: KeptList) =>
  'rows' in kept ? kept.rows.length <= 2 * shortUpTo : totalKept(kept) > shortUpTo / 2

/** A filtered list as it is now; undefined on connections that keep nothing. */
export async function readKept(tx: Tx, list: KeptList, filter: KeptFilter): Promise<Kept | undefined> {
  const lists = keptListsOf(tx)
  if (!lists) return undefined
  const key = keyOf(list, filter)
  const at = performance.now()
  const known = lists.get(key)
  const news = await readNews(tx, list, filter, known?.snapshot)
  const corrected = known && !news.isNew ? await correct(tx, list, filter, known, news) : undefined
  const kept = corrected && fits(corrected, list) ? corrected : await readAll(tx, list, filter, news.snapshot)
  if (!news.isWriting) lists.set(key, kept, at)
  return kept
}
