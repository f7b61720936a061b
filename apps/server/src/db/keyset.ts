import { type AnyColumn, and, asc, type Column, desc, eq, type SQLWrapper, sql } from 'drizzle-orm'
import type { Tx } from './connect.ts'

/** The last row that has been read of a list: its time to the microsecond, and its id. */
export type Cursor = { time: string; id: number }

/** A request for rows of a list: a page by its number, or the rows after a cursor. */
export type PageRequest = { current: number; size: number; after?: Cursor | undefined }

/** Columns that order a list: its time and id, or its id alone. */
type Order = { time?: SQLWrapper | undefined; id: SQLWrapper }

/** Condition for rows after the cursor; no condition for a numbered page. */
export const afterCursor = ({ after }: PageRequest, { time, id }: Order, isAscending = false) => {
  if (!after) return undefined
  const isAfter = sql.raw(isAscending ? '>' : '<')
  return time
    ? sql`(${time}, ${id}) ${isAfter} (${after.time}::timestamptz, ${after.id}::bigint)`
    : sql`${id} ${isAfter} ${after.id}::bigint`
}

export const offsetOf = ({ after, current, size }: PageRequest) => (after ? 0 : (current - 1) * size)

export const orderByTime = ({ time, id }: Order, isAscending = false) => {
  const inOrder = isAscending ? asc : desc
  return time ? [inOrder(time), inOrder(id)] : [inOrder(id)]
}

type Reading = {
  total: number
  isAscending?: boolean | undefined
  /** True for few rows that an index finds: reading them in the order of the list could scan the whole table. */
  isFew?: boolean
}

/** Order, limit and offset for reading one page: pages past the middle from the other end, few rows all at once. Sort the rows afterwards. */
export function planPage(wanted: PageRequest, { time, id }: Order, { total, isAscending = false, isFew = false }: Reading) {
  const offset = offsetOf(wanted)
  const isFromEnd = !wanted.after && offset > total / 2
  const limit = isFromEnd ? Math.max(0, Math.min(wanted.size, total - offset)) : wanted.size
  // No index has these expressions, so that the rows are sorted.
  const order = isFew && !wanted.after ? { time: time && sql`${time} + interval '0'`, id: sql`${id} + 0` } : { time, id }
  return {
    orderBy: orderByTime(order, isFromEnd !== isAscending),
    limit,
    offset: isFromEnd ? Math.max(0, total - offset - limit) : offset,
  }
}

/** Number of rows up to which all are fetched and sorted. */
export const fewRows = 10_000

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
