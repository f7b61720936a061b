import { type AnyColumn, and, type Column, eq, type SQLWrapper, sql } from 'drizzle-orm'
import type { Tx } from '../db/connect.ts'

/** The last row that a reader of a whole list has: its time to the microsecond, and its id. */
export type After = { time: string; id: number }

/** Which rows of a list are wanted: a page by its number, or those behind a row. */
type Wanted = { current: number; size: number; after?: After | undefined }

/** Only rows behind `after`, in a list by time and id; no condition for a page. */
export const behind = ({ after }: Wanted, time: SQLWrapper, id: SQLWrapper, isAscending = false) =>
  after && sql`(${time}, ${id}) ${sql.raw(isAscending ? '>' : '<')} (${after.time}::timestamptz, ${after.id}::bigint)`

export const offsetOf = ({ after, current, size }: Wanted) => (after ? 0 : (current - 1) * size)

/** How many there are: counted for pages, not again for each stretch of the whole. */
export const totalOf = async ({ after }: Wanted, counted: () => PromiseLike<number>) => (after ? 0 : counted())

/** The columns by which the rows of a list are told apart. */
export type Key = { tenantId: AnyColumn; time: AnyColumn; id: Column }

/** Where a row stands in the order of its list; undefined when it is gone. */
export async function placeOf(tx: Tx, { tenantId, time, id }: Key, tenant: number, row: number): Promise<After | undefined> {
  const [found] = await tx
    .select({ time: sql<string>`${time}::text` })
    .from(id.table)
    .where(and(eq(tenantId, tenant), eq(id, row)))
  return found && { time: found.time, id: row }
}
