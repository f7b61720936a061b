import { type AnyColumn, and, asc, type Column, desc, eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Tx } from '../db/connect.ts'

/** The last row that a reader of a whole list has: its time to the microsecond, and its id. */
export type After = { time: string; id: number }

/** Which rows of a list are wanted: a page by its number, or those behind a row. */
export type Wanted = { current: number; size: number; after?: After | undefined }

/** Only rows behind `after`, in a list by time and id; no condition for a page. */
export const behind = ({ after }: Wanted, time: SQLWrapper, id: SQLWrapper, isAscending = false) =>
  after && sql`(${time}, ${id}) ${sql.raw(isAscending ? '>' : '<')} (${after.time}::timestamptz, ${after.id}::bigint)`

export const offsetOf = ({ after, current, size }: Wanted) => (after ? 0 : (current - 1) * size)

/** The order of a list by time and id. */
export const ordered = ({ time, id }: { time: SQLWrapper; id: SQLWrapper }, isAscending = false) => {
  const inOrder = isAscending ? asc : desc
  return [inOrder(time), inOrder(id)]
}

type Reading = {
  total: number
  isAscending?: boolean
  /** An index leads to the rows, and they are few: in the order of the list they could be looked for through the whole table. */
  isFew?: boolean
}

/** How to read one page of a list: behind the middle from the other end; few rows at once, to be sorted. Put the rows in order afterwards. */
export function readingOf(
  wanted: Wanted,
  { time, id }: { time: SQLWrapper; id: SQLWrapper },
  { total, isAscending = false, isFew = false }: Reading,
) {
  const offset = offsetOf(wanted)
  const isFromEnd = !wanted.after && offset > total / 2
  const limit = isFromEnd ? Math.max(0, Math.min(wanted.size, total - offset)) : wanted.size
  // No index is by this, so that the rows are sorted.
  const by = isFew && !wanted.after ? sql`${time} + interval '0'` : time
  return {
    orderBy: ordered({ time: by, id }, isFromEnd !== isAscending),
    ...{ limit, offset: isFromEnd ? Math.max(0, total - offset - limit) : offset },
  }
}

/** So few rows are fetched and sorted at once. */
const few = 10_000

/** The ids of one page of a list of `total` rows, to be put in order afterwards. */
export function idsOf(
  tx: Tx,
  place: { time: AnyColumn; id: PgColumn },
  wanted: Wanted,
  { where, total, isAscending = false }: { where: SQL | undefined; total: number; isAscending?: boolean },
) {
  const { orderBy, limit, offset } = readingOf(wanted, place, { total, isAscending, isFew: total <= few })
  return tx
    .select({ id: place.id })
    .from(place.id.table)
    .where(and(where, behind(wanted, place.time, place.id, isAscending)))
    .orderBy(...orderBy)
    .limit(limit)
    .offset(offset)
}

/** How many there are: counted for pages, not again for each stretch of the whole. */
export const totalOf = async ({ after }: Wanted, counted: () => PromiseLike<number>) => (after ? 0 : counted())

/** The columns by which the rows of a list are told apart; no tenant where ids are one's in the whole installation. */
export type Key = { tenantId?: AnyColumn; time: AnyColumn; id: Column }

/** Where a row stands in the order of its list; undefined when it is gone. */
export async function placeOf(tx: Tx, { tenantId, time, id }: Key, tenant: number, row: number): Promise<After | undefined> {
  const [found] = await tx
    .select({ time: sql<string>`${time}::text` })
    .from(id.table)
    .where(and(tenantId && eq(tenantId, tenant), eq(id, row)))
  return found && { time: found.time, id: row }
}
