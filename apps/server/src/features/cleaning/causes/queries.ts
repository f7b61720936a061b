import { CleaningStatus } from '@huanwei/contract/cleaning/codes'
import type { Cause } from '@huanwei/contract/cleaning/endpoints'
import { and, desc, eq, ne, sql } from 'drizzle-orm'
import type { Tx } from '../../../db/connect.ts'
import { findCleaning } from '../queries.ts'
import { cleaningReports as reports } from '../table.ts'

/** Maximum number of reports shown with their cause. */
const mostWork = 20

const isFrom = (tenantId: number, { kind, id }: Cause) =>
  and(eq(reports.tenantId, tenantId), eq(reports.causeKind, kind), eq(reports.causeId, id))

/** Of two people who dispatch from one cause, the second waits until the transaction of the first ends. */
export const lockCause = (tx: Tx, tenantId: number, { kind, id }: Cause) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`cause ${tenantId} ${kind} ${id}`}, 0))`)

/** Reports that were dispatched from the cause, newest first. */
export const findWork = (tx: Tx, tenantId: number, cause: Cause) =>
  findCleaning(tx, isFrom(tenantId, cause)).orderBy(desc(reports.id)).limit(mostWork)

/** The one of them that is not over. */
export async function findOpenWork(tx: Tx, tenantId: number, cause: Cause) {
  const [open] = await findCleaning(tx, and(isFrom(tenantId, cause), ne(reports.status, CleaningStatus.over)))
  return open
}
