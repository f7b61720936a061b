import { ApprovalStatus } from '@huanwei/contract/approvals/codes'
import { CleaningStatus } from '@huanwei/contract/cleaning/codes'
import { ComplaintStatus } from '@huanwei/contract/complaints/codes'
import { InspectionStatus } from '@huanwei/contract/inspections/codes'
import { MsgType, PushStatus } from '@huanwei/contract/messages/codes'
import { AlarmType } from '@huanwei/contract/violations/codes'
import { sql } from 'drizzle-orm'
import type { Tx } from '../../../../db/connect.ts'
import { amongDepartments } from '../../../../db/scope.ts'
import type { Viewer } from '../../../../http/viewer.ts'
import { approvalSteps } from '../../../approvals/table.ts'
import { cleaningReports } from '../../../cleaning/table.ts'
import { complaintSteps } from '../../../complaints/table.ts'
import { departments } from '../../../departments/table.ts'
import { inspections } from '../../../inspections/table.ts'
import { pushes, pushTallies } from '../../../messages/table.ts'
import { users } from '../../../users/table.ts'
import { violationSteps } from '../../../violations/table.ts'
import { today } from '../queries.ts'

/** A person with a queue: since when its oldest part waits, what they did today, and of all such people how many there are. */
type Queue = { userId: number; name: string; deptName: string; oldest: string | null; done: number; total: number }

const isIn = ({ departments: among }: Viewer, column: string) => amongDepartments(among, sql.raw(column)) ?? sql`true`
const displayName = sql.raw(`coalesce(nullif(u.name, ''), u.username)`)
const minute = (time: string) => sql.raw(`to_char(${time}, 'MM-DD HH24:MI')`)

/** The first `most` people by the cleaning reports and the inspections that wait for them: open ones, and those that are overdue. */
export async function rankPersonQueues(tx: Tx, viewer: Viewer, most: number) {
  const { tenantId } = viewer
  const { rows } = await tx.execute<Queue & { open: number; overdue: number }>(sql`
    with task as (
      select assignee_id as user_id, assign_time as since, status = ${CleaningStatus.assigned} as is_open, due_time
      from ${cleaningReports}
      where tenant_id = ${tenantId} and assignee_id is not null and ${isIn(viewer, 'dept_id')}
        and (status = ${CleaningStatus.assigned} or process_time >= ${today})
      union all
      select responsible_id, create_time, status = ${InspectionStatus.waiting}, due_time
      from ${inspections}
      where tenant_id = ${tenantId} and ${isIn(viewer, 'dept_id')}
        and (status = ${InspectionStatus.waiting} or create_time + make_interval(mins => dispose_time) >= ${today})
    )
    select u.user_id as "userId", ${displayName} as name, coalesce(d.name, '') as "deptName",
      (count(*) filter (where t.is_open))::int as open,
      (count(*) filter (where t.is_open and t.due_time < now()))::int as overdue,
      (count(*) filter (where not t.is_open))::int as done,
      ${minute('min(t.since) filter (where t.is_open)')} as oldest,
      (count(*) over ())::int as total
    from task t
    join ${users} u on u.tenant_id = ${tenantId} and u.user_id = t.user_id
    left join ${departments} d on d.tenant_id = u.tenant_id and d.dept_id = u.dept_id
    group by u.user_id, u.name, u.username, d.name order by open desc, u.user_id limit ${most}`)
  return rows
}

/** The first `most` people in scope who judge, answer and approve, by what was pushed to them and waits: of each type, members of a storm once. */
export async function rankHandlerQueues(tx: Tx, viewer: Viewer, most: number) {
  const { tenantId } = viewer
  const waiting = (msgType: MsgType) => sql`coalesce(sum(w.total) filter (where w.msg_type = ${msgType}), 0)::int`
  const { rows } = await tx.execute<Queue & { events: number; complaints: number; approvals: number }>(sql`
    with waiting as (
      select push_object_id as user_id, msg_type, sum(total - folded) as total from ${pushTallies}
      where tenant_id = ${tenantId} and status = ${PushStatus.pending} and ${isIn(viewer, 'dept_id')}
        and msg_type in (${MsgType.violation}, ${MsgType.public}, ${MsgType.approval})
      group by 1, 2 having sum(total - folded) > 0
    ), done as (
      select user_id, count(*)::int as total from (
        select user_id from ${violationSteps}
        where tenant_id = ${tenantId} and user_id is not null and create_time >= ${today} and alarm_type <> ${AlarmType.pending}
        union all
        select user_id from ${complaintSteps}
        where tenant_id = ${tenantId} and user_id is not null and create_time >= ${today} and status >= ${ComplaintStatus.handled}
        union all
        select user_id from ${approvalSteps}
        where tenant_id = ${tenantId} and create_time >= ${today} and status in (${ApprovalStatus.approved}, ${ApprovalStatus.rejected})
      ) step group by user_id
    ), ranked as (
      select u.user_id, ${displayName} as name, u.dept_id,
        ${waiting(MsgType.violation)} as events, ${waiting(MsgType.public)} as complaints, ${waiting(MsgType.approval)} as approvals,
        coalesce(max(done.total), 0) as done, coalesce(sum(w.total), 0) as open, (count(*) over ())::int as total
      from ${users} u
      left join waiting w on w.user_id = u.user_id
      left join done on done.user_id = u.user_id
      where u.tenant_id = ${tenantId} and (w.user_id is not null or done.user_id is not null) and ${isIn(viewer, 'u.dept_id')}
      group by u.user_id, u.name, u.username, u.dept_id order by open desc, u.user_id limit ${most}
    )
    select r.user_id as "userId", r.name, coalesce(d.name, '') as "deptName", r.events, r.complaints, r.approvals, r.done, r.total,
      ${minute('oldest.time')} as oldest
    from ranked r
    left join ${departments} d on d.tenant_id = ${tenantId} and d.dept_id = r.dept_id
    left join lateral (
      select min(first.create_time) as time from waiting w cross join lateral (
        select p.create_time from ${pushes} p
        where p.tenant_id = ${tenantId} and p.push_object_id = w.user_id and p.msg_type = w.msg_type and p.status = ${PushStatus.pending}
          and not p.merged and not p.folded and ${isIn(viewer, 'p.dept_id')}
        order by p.create_time, p.id limit 1
      ) first where w.user_id = r.user_id
    ) oldest on true
    order by r.open desc, r.user_id`)
  return rows
}
