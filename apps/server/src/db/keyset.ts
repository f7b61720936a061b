import { type AnyColumn, and, asc, type Column, desc, eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Tx } from './connect.ts'

/** The last row that has been read of a list: its time to the microsecond, and its id. */
export type Cursor = { time: string; id: number }

/** A request for rows of a list: a page by its number, or the rows after a cursor. */
export type PageRequest = { current: number; size: number; after?: Cursor | undefined }

/** Condition for rows after the cursor in a list by time and id; no condition for a numbered page. */
export const afterCursor = ({ after }: PageRequest, time: SQLWrapper, id: SQLWrapper, isAscending = false) =>
  after && sql`(${time}, ${id}) ${sql.raw(isAscending ? '>' : '<')} (${after.time}::timestamptz, ${after.id}::bigint)`

export const offsetOf = ({ after, current, size }: PageRequest) => (after ? 0 : (current - 1) * size)

/** The order of a list by time and id. */
export const orderByTime = ({ time, id }: { time: SQLWrapper; id: SQLWrapper }, isAscending = false) => {
  const inOrder = isAscending ? asc : desc
  return [inOrder(time), inOrder(id)]
}

type Reading = {
  total: number
  isAscending?: boolean
  /** True for few rows that an index finds: reading them in the order of the list could scan the whole table. */
  isFew?: boolean
}

/** Order, limit and offset for reading one page: pages past the middle from the other end, few rows all at once. Sort the rows afterwards. */
export function planPage(
  wanted: PageRequest,
  { time, id }: { time: SQLWrapper; id: SQLWrapper },
  { total, isAscending = false, isFew = false }: Reading,
) {
  const offset = offsetOf(wanted)
  const isFromEnd = !wanted.after && offset > total / 2
  const limit = isFromEnd ? Math.max(0, Math.min(wanted.size, total - offset)) : wanted.size
  // No index has this expression, so that the rows are sorted.
  const by = isFew && !wanted.after ? sql`${time} + interval '0'` : time
  return {
    orderBy: orderByTime({ time: by, id }, isFromEnd !== isAscending),
    limit,
    offset: isFromEnd ? Math.max(0, total - offset - limit) : offset,
  }
}

/** Number of rows up to which all are fetched and sorted. */
export const fewRows = 10_000

/** The ids of one page of a list of `total` rows, in no order. */
export function findPageIds(
  tx: Tx,
  place: { time: AnyColumn; id: PgColumn },
  wanted: PageRequest,
  { where, total, isAscending = false }: { where: SQL | undefined; total: number; isAscending?: boolean },
) {
  const { orderBy, limit, offset } = planPage(wanted, place, { total, isAscending, isFew: total <= fewRows })
  return tx
    .select({ id: place.id })
    .from(place.id.table)
    .where(and(where, afterCursor(wanted, place.time, place.id, isAscending)))
    .orderBy(...orderBy)
    .limit(limit)
    .offset(offset)
}

/** Total of a list: counted for a numbered page, 0 after a cursor. */
export const countTotal = async ({ after }: PageRequest, counted: () => PromiseLike<number>) => (after ? 0 : counted())

/** Key columns of a list; without tenant where ids are unique in the installation. */
export type ListKey = { tenantId?: AnyColumn; time: AnyColumn; id: Column }

/** The cursor of a row; undefined when it was removed. */
export async function findCursor(
  tx: Tx,
  { tenantId, time, id }: ListKey,
  tenant: number,
  row: number,
): Promise<Cursor | undefined> {
  const [found] = await tx
    .select({ time: sql<string>`${time}::text` })
    .from(id.table)
    .where(and(tenantId && eq(tenantId, tenant), eq(id, row)))
  return found && { time: found.time, id: row }
}
