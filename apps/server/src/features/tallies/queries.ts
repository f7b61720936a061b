import { type AnyColumn, and, eq, getTableName, gte, inArray, lt, lte, not, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Tx } from '../../db/connect.ts'
import { countTotal, type PageRequest } from '../../db/keyset.ts'
import { findPage, findRows } from '../../db/lists/find-page.ts'
import { marksForMs } from '../../db/lists/kept.ts'
import type { List } from '../../db/lists/read-kept.ts'
import { type Period, splitByMonth } from '../../db/period.ts'
import { amongDepartments } from '../../db/scope.ts'
import type { Viewer } from '../../http/viewer.ts'
import { eventTallies, listChanges } from './table.ts'

type Asked = {
  filter: Period & { deptId?: number | undefined }
  /** The departments that the viewer's scope and the filter leave; null for all. */
  departments: number[] | null
  statuses?: readonly number[] | undefined
  kind?: number | undefined
  /** Condition of rows that the viewer sees beyond the scope. */
  own?: SQL | undefined
}

/**
 * Counts the events of a list: whole months from the tally, whose columns the filter follows; the rest of the period and the events
 * outside the scope are counted by `where`.
 */
export async function countEvents(
  tx: Tx,
  { tenantId }: Viewer,
  { table, deptId }: { table: PgTable; deptId: AnyColumn },
  { filter, departments, statuses, kind, own }: Asked,
  where: (period: Period) => SQL | undefined,
): Promise<number> {
  const { months, rest } = splitByMonth(filter)
  const here = amongDepartments(departments, deptId)
  let total = 0
  if (months) {
    const [summed] = await tx
      .select({ total: sql`coalesce(sum(${eventTallies.total}), 0)`.mapWith(Number) })
      .from(eventTallies)
      .where(
        and(
          eq(eventTallies.tenantId, tenantId),
          eq(eventTallies.list, getTableName(table)),
          amongDepartments(departments, eventTallies.deptId),
          statuses && inArray(eventTallies.status, [...statuses]),
          kind === undefined ? undefined : eq(eventTallies.kind, kind),
          months.startTime ? gte(eventTallies.month, months.startTime.slice(0, 10)) : undefined,
          months.endTime ? lte(eventTallies.month, months.endTime.slice(0, 10)) : undefined,
        ),
      )
    total += summed!.total
  }
  for (const period of rest) total += await tx.$count(table, and(where(period), here))
  // A viewer of the whole tenant, and a filter by department, add nothing beyond the scope.
  if (own && here && filter.deptId === undefined) total += await tx.$count(table, and(where(filter), own, not(here)))
  return total
}

type PageAsked = Asked & {
  filter: PageRequest
  isAscending?: boolean
  /** True when the filter is by none of the tally's columns. */
  isParticular?: boolean
  /** False when rows elsewhere decide what the list has. */
  isSteady?: boolean
}

/** Condition for the rows of one page of a queue, and the total: from the tally, or as that of any list. */
export async function findEventPage(
  tx: Tx,
  viewer: Viewer,
  list: List & { deptId: AnyColumn },
  { isParticular = false, isSteady = true, ...asked }: PageAsked,
  where: (period: Period) => SQL | undefined,
) {
  const { filter, isAscending } = asked
  const kept = { tenantId: viewer.tenantId, where: where({}), period: filter, isAscending, isSteady }
  if (isParticular) return findPage(tx, list, filter, kept)
  const total = await countTotal(filter, () => countEvents(tx, viewer, list, asked, where))
  return { total, only: await findRows(tx, list, filter, kept, total) }
}

/** Removes marks of changes that nothing kept is old enough to need. */
export const removeOldMarks = (tx: Tx) =>
  tx.delete(listChanges).where(lt(listChanges.time, sql`now() - make_interval(secs => ${marksForMs / 1000})`))
