import { CleaningStatus, CleaningType } from '@huanwei/contract/cleaning/codes'
import type { Most } from '@huanwei/contract/home/endpoints'
import { MsgType, PushStatus } from '@huanwei/contract/messages/codes'
import { ObjectType } from '@huanwei/contract/objects'
import { AlarmType } from '@huanwei/contract/violations/codes'
import { and, eq, gte, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../../db/connect.ts'
import { inScope } from '../../../db/scope.ts'
import type { Viewer } from '../../../http/viewer.ts'
import { isCleaningOverdue } from '../../cleaning/queries.ts'
import { cleaningReports } from '../../cleaning/table.ts'
import { departments } from '../../departments/table.ts'
import { pushes } from '../../messages/table.ts'
import { vehicles } from '../../vehicles/table.ts'
import { standing } from '../../violations/queries.ts'
import { violations } from '../../violations/table.ts'

/** Days from the first through the last, `yyyy-MM-dd`. */
export type DaySpan = { firstDay: string; lastDay: string }

/**
 * Violations of some days as the lists show them to the viewer: those pushed to them, or all of their scope. `waits` tells the tab; a `folded` one is
 * represented by another where no object and no department is asked for.
 */
function listed(viewer: Viewer, { firstDay, lastDay }: DaySpan) {
  const from = sql`${`${firstDay} 00:00:00`}::timestamptz`
  const to = sql`${`${lastDay} 00:00:00`}::timestamptz + interval '1 day'`
  if (!viewer.permissions.has('violation_handle'))
    return sql`(select create_time, object_type, object_id, dept_id, alarm_type = ${AlarmType.pending} as waits, false as folded
      from ${violations} where ${standing(viewer)} and create_time >= ${from} and create_time < ${to})`
  const isTheirs = and(
    eq(pushes.tenantId, viewer.tenantId),
    eq(pushes.pushObjectId, viewer.userId),
    eq(pushes.msgType, MsgType.violation),
    eq(pushes.merged, false),
    inScope(viewer, pushes.deptId),
  )
  return sql`(select create_time, object_type, object_id, dept_id, status = ${PushStatus.pending} as waits, folded
    from ${pushes} where ${isTheirs} and create_time >= ${from} and create_time < ${to})`
}

const byTab = sql`(count(*) filter (where waits))::int as pending, (count(*) filter (where not waits))::int as handled`

/** Numbers of violations by kind of object and day. */
export async function countByDay(tx: Tx, viewer: Viewer, days: DaySpan) {
  const { rows } = await tx.execute<{ objectType: ObjectType; day: string; pending: number; handled: number }>(sql`
    select object_type as "objectType", to_char(create_time, 'YYYY-MM-DD') as day, ${byTab}
    from ${listed(viewer, days)} l where not folded group by 1, 2`)
  return rows
}

/** Entries in a ranking. */
const mostRanked = 5

/** Vehicles with most violations. */
export const rankVehicles = (tx: Tx, viewer: Viewer, days: DaySpan) =>
  rank(
    tx,
    sql`select object_id as id, v.plate_number as name, ${byTab} from ${listed(viewer, days)} l
      join ${vehicles} v on v.tenant_id = ${viewer.tenantId} and v.id = l.object_id where object_type = ${ObjectType.vehicle}`,
  )

/** Departments without others below them, by the violations of their vehicles. */
export const rankDepartments = (tx: Tx, viewer: Viewer, days: DaySpan) =>
  rank(
    tx,
    sql`select l.dept_id as id, d.name, ${byTab} from ${listed(viewer, days)} l
      join ${departments} d on d.tenant_id = ${viewer.tenantId} and d.dept_id = l.dept_id where object_type = ${ObjectType.vehicle}
      and not exists (select from ${departments} c where c.tenant_id = d.tenant_id and c.parent_id = d.dept_id)`,
  )

async function rank(tx: Tx, grouped: SQL): Promise<Most[]> {
  const { rows } = await tx.execute<Most>(sql`${grouped} group by 1, 2 order by count(*) desc, 1 limit ${mostRanked}`)
  return rows
}

/** Reports about full tanks by department of the scope: those of today, and those that are overdue. Connections run in Asia/Shanghai. */
export function countSuctions(tx: Tx, viewer: Viewer) {
  const { tenantId, deptId, type, status, reportTime } = cleaningReports
  const isToday = gte(reportTime, sql`date_trunc('day', now())`)
  return tx
    .select({
      deptId,
      today: sql`count(*) filter (where ${isToday})`.mapWith(Number),
      overdue: sql`count(*) filter (where ${isCleaningOverdue})`.mapWith(Number),
    })
    .from(cleaningReports)
    .where(
      and(
        eq(tenantId, viewer.tenantId),
        inScope(viewer, deptId),
        eq(type, CleaningType.suction),
        or(ne(status, sql.raw(String(CleaningStatus.over))), isToday),
      ),
    )
    .groupBy(deptId)
}
