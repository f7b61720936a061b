import { MsgType, PushStatus, ReminderTask } from '@huanwei/contract/messages/codes'
import { ObjectType } from '@huanwei/contract/objects'
import type { Permission } from '@huanwei/contract/permissions'
import { sql } from 'drizzle-orm'
import type { Tx } from '../../../db/connect.ts'
import { areas } from '../../areas/table.ts'
import { remind } from '../../messages/sending/queries.ts'
import type { IsInside } from '../queries.ts'
import { intercomGroups, intercomMarks, intercomSpeeches } from '../table.ts'

const talks: Permission = 'intercom'
/** People in one statement. */
const mostAtOnce = 1000

type Group = { tenantId: number; groupId: number }

/** Groups in use in which something was said in the last minutes. */
export async function findSpokenGroups(tx: Tx, minutes: number): Promise<Group[]> {
  const { rows } = await tx.execute<Group>(sql`
    select distinct s.tenant_id as "tenantId", s.group_id as "groupId" from ${intercomSpeeches} s
    join ${intercomGroups} g on g.tenant_id = s.tenant_id and g.id = s.group_id
    where s.start_time > now() - make_interval(mins => ${minutes}::int) and s.end_reason is not null and s.samples > 0
      and g.removed_time is null and (g.expires is null or g.expires > now())`)
  return rows
}

/**
 * Reminds the members of a group who have not heard the last that others said there, and whom no reminder told of it: one reminder for each group,
 * which stays until they hear the group or read it. Members are those who are named, those of the department, and those who are in the area now.
 */
export async function remindMembers(tx: Tx, { tenantId, groupId }: Group, isInside: IsInside) {
  const { rows } = await tx.execute<{
    userId: number
    lastId: number
    isReminded: boolean
    shape: Parameters<IsInside>[2] | null
  }>(sql`
    with members as (
      select m.user_id, null::jsonb as shape from intercom_member m where m.tenant_id = ${tenantId} and m.group_id = ${groupId}
      union all
      select u.user_id, null from ${intercomGroups} g join sys_user u on u.tenant_id = g.tenant_id
      where g.tenant_id = ${tenantId} and g.id = ${groupId} and g.kind = 'department' and u.dept_id in (select departments_below(${tenantId}, array[g.dept_id]))
      union all
      select u.user_id, a.shape from ${intercomGroups} g join ${areas} a on a.tenant_id = g.tenant_id and a.id = g.area_id
      join sys_user u on u.tenant_id = g.tenant_id where g.tenant_id = ${tenantId} and g.id = ${groupId} and g.kind = 'area'
    )
    select distinct on (m.user_id) m.user_id as "userId", l.id as "lastId", m.shape, exists (
      select from msg_push p where p.tenant_id = ${tenantId} and p.msg_type = ${MsgType.reminder} and p.kind = ${ReminderTask.missedSpeech}
        and p.event_id = ${groupId} and p.push_object_id = m.user_id and p.status = ${PushStatus.pending}) as "isReminded"
    from members m
    left join ${intercomMarks} k on k.tenant_id = ${tenantId} and k.group_id = ${groupId} and k.user_id = m.user_id
    cross join lateral (
      select s.id from ${intercomSpeeches} s where s.tenant_id = ${tenantId} and s.group_id = ${groupId} and s.user_id is distinct from m.user_id
        and s.end_reason is not null and s.samples > 0 and s.id > greatest(k.speech_id, k.told_id, 0) order by s.id desc limit 1) l
    where exists (select from user_permissions(${tenantId}) p where p.user_id = m.user_id and p.permission = ${talks})
    order by m.user_id, m.shape nulls first`)
  const missing = rows.filter(({ userId, shape }) => shape === null || isInside(tenantId, userId, shape))
  const reminder = { task: ReminderTask.missedSpeech, objectType: ObjectType.person, objectId: 0, deptId: 0 }
  for (let i = 0; i < missing.length; i += mostAtOnce) {
    const some = missing.slice(i, i + mostAtOnce)
    const untold = some.flatMap(({ userId, isReminded }) => (isReminded ? [] : userId))
    await remind(tx, { tenantId, eventId: groupId, ...reminder }, untold)
    await tx
      .insert(intercomMarks)
      .values(some.map(({ userId, lastId }) => ({ tenantId, userId, groupId, speechId: 0, toldId: lastId })))
      .onConflictDoUpdate({
        target: [intercomMarks.tenantId, intercomMarks.userId, intercomMarks.groupId],
        set: { toldId: sql`greatest(${intercomMarks.toldId}, excluded.told_id)` },
      })
  }
}
