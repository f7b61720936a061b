import { type AnyColumn, and, eq, getTableName, gte, inArray, lte, not, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Tx } from '../../db/connect.ts'
import { type Period, splitByMonth } from '../../lib/period.ts'
import { amongDepartments } from '../../lib/scope.ts'
import type { Viewer } from '../../lib/serve.ts'
import { eventTallies } from './table.ts'

type Asked = {
  filter: Period & { deptId?: number | undefined }
  /** The departments that the viewer's scope and the filter leave; null for all. */
  departments: number[] | null
  statuses?: readonly number[] | undefined
  kind?: number | undefined
  /** What the viewer sees beyond the scope. */
  own?: SQL | undefined
}

/**
 * How many events of a list there are: those of whole months from the tally, whose columns the filter follows; what is left of the period, and what
 * lies beyond the scope, counted by `where`.
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
  // Who may see all, or asks for a department, sees nothing beyond it.
  if (own && here && filter.deptId === undefined) total += await tx.$count(table, and(where(filter), own, not(here)))
  return total
}
