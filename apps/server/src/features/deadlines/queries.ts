import { Timeliness, TimelinessAsked } from '@huanwei/contract/deadlines/codes'
import { byDueTime, mostLoads } from '@huanwei/contract/deadlines/endpoints'
import { and, desc, eq, not, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgColumn } from 'drizzle-orm/pg-core'
import type { Tx } from '../../db/connect.ts'
import { orderByTime, type PageRequest } from '../../db/keyset.ts'
import { findPage, findRows } from '../../db/lists/find-page.ts'
import type { List } from '../../db/lists/read-kept.ts'
import type { Period } from '../../db/period.ts'
import { inScope } from '../../db/scope.ts'
import type { Viewer } from '../../http/viewer.ts'
import { departments } from '../departments/table.ts'
import { findEventPage } from '../tallies/queries.ts'
import { displayName } from '../users/queries.ts'
import { users } from '../users/table.ts'

/** A list of what has deadlines. `isOpen`: it is still to be done; `isLate`: it was done after its due time. */
export type DatedList = List & {
  time: PgColumn
  deptId: AnyPgColumn
  soonTime: PgColumn
  dueTime: PgColumn
  isOpen: SQL
  isLate: SQL
}

type Filter = PageRequest & Period & { timeliness?: TimelinessAsked | undefined; ascs?: string | undefined }

/** The end of this day where the organisation is. */
export const tomorrow = sql`(current_date + 1)`

/** True of a page whose rows are in the order of their due times; with a cursor all rows are read, in the order of the list. */
export const isByDue = ({ ascs, after }: Filter) => ascs === byDueTime && !after

/** Condition of what compares so with its deadline now; the rule is `timelinessOf` of the contract. */
export function isTimely(
  { isOpen, isLate, soonTime, dueTime }: Pick<DatedList, 'isOpen' | 'isLate' | 'soonTime' | 'dueTime'>,
  asked: TimelinessAsked,
) {
  if (asked === Timeliness.late) return isLate
  if (asked === Timeliness.overdue) return and(isOpen, sql`${dueTime} < now()`)
  if (asked === TimelinessAsked.today) return and(isOpen, sql`${dueTime} >= now()`, sql`${dueTime} < ${tomorrow}`)
  if (asked === Timeliness.soon) return and(isOpen, sql`${soonTime} < now()`, sql`${dueTime} >= now()`)
  return and(not(isLate), sql`(${not(isOpen)} or ${soonTime} >= now())`)
}

/** One page of a queue, the earliest due first where the filter asks for it, then only of what is open, else by the list's time; the total; and the order of its records. */
export async function findDatedPage(
  tx: Tx,
  viewer: Viewer,
  list: DatedList,
  asked: Parameters<typeof findEventPage>[3] & { filter: Filter },
  where: (period: Period) => SQL | undefined,
) {
  const { filter } = asked
  const isAscending = isByDue(filter) || asked.isAscending
  const ordered = isByDue(filter) ? { ...list, time: list.dueTime } : list
  const found =
    isByDue(filter) || filter.timeliness
      ? await findTimely(tx, viewer, ordered, filter, {
          ...(isByDue(filter) ? { where: and(where(filter), list.isOpen) } : { where: where({}), period: filter }),
          isAscending,
          isSteady: asked.isSteady,
        })
      : await findEventPage(tx, viewer, list, asked, where)
  return { ...found, order: orderByTime(ordered, isAscending) }
}

type Kept = { where: SQL | undefined; period?: Period; isAscending?: boolean | undefined; isSteady?: boolean | undefined }

async function findTimely(tx: Tx, { tenantId }: Viewer, list: DatedList, filter: Filter, { where, ...kept }: Kept) {
  const { timeliness } = filter
  const { isOpen, isLate, soonTime, dueTime } = list
  /** What is not open, or whose time `until` has not come: time alone lets it go. */
  const page = (until: PgColumn | SQL | undefined, only: SQL | undefined) =>
    findPage(tx, until ? { ...list, until: sql`case when ${isOpen} then ${until} else 'infinity' end` } : list, filter, {
      ...kept,
      tenantId,
      where: and(where, only),
    })
  if (!timeliness) return page(undefined, undefined)
  if (timeliness === Timeliness.late) return page(undefined, isLate)
  if (timeliness === Timeliness.inTime) return page(soonTime, not(isLate))
  // All that are open less those whose time has not come: neither needs to be counted again.
  const [more, less] = {
    overdue: [undefined, dueTime],
    soon: [dueTime, soonTime],
    today: [dueTime, sql`date_trunc('day', ${dueTime})`],
  }[timeliness]
  const total = filter.after ? 0 : (await page(more, isOpen)).total - (await page(less, isOpen)).total
  const asked = { ...kept, tenantId, where: and(where, isTimely(list, timeliness)), isSteady: false }
  return { total, only: await findRows(tx, list, filter, asked, total) }
}

/** What is open in the scope by the person who has to do it, most overdue first. */
export function findLoads(
  tx: Tx,
  viewer: Viewer,
  list: DatedList,
  { tenantId, personId }: Record<'tenantId' | 'personId', PgColumn>,
) {
  const count = (timeliness?: Timeliness) =>
    sql`count(*) filter (where ${timeliness ? isTimely(list, timeliness) : list.isOpen})`.mapWith(Number)
  const [open, soon, overdue] = [count(), count(Timeliness.soon), count(Timeliness.overdue)]
  return tx
    .select({ userId: users.id, name: displayName(users), deptName: departments.name, open, soon, overdue })
    .from(list.table)
    .innerJoin(users, and(eq(users.tenantId, tenantId), eq(users.id, personId)))
    .innerJoin(departments, and(eq(departments.tenantId, users.tenantId), eq(departments.id, users.deptId)))
    .where(and(eq(tenantId, viewer.tenantId), inScope(viewer, list.deptId), list.isOpen))
    .groupBy(users.tenantId, users.id, departments.name)
    .orderBy(desc(overdue), desc(soon), desc(open), users.id)
    .limit(mostLoads)
}
