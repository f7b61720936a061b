import { type SetupStep, setupSteps } from '@huanwei/contract/home/codes'
import type { QueueCount, TodaysViolations } from '@huanwei/contract/home/endpoints'
import { MsgType, PushStatus } from '@huanwei/contract/messages/codes'
import { handlingPermissions, type QueueType } from '@huanwei/contract/messages/rules'
import { ObjectType } from '@huanwei/contract/objects'
import { AlarmType } from '@huanwei/contract/violations/codes'
import type { Language } from '@huanwei/words/languages'
import { and, asc, count, eq, gte, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../db/connect.ts'
import { inScope } from '../../db/scope.ts'
import type { Viewer } from '../../http/viewer.ts'
import { countPendingApprovals } from '../approvals/queries.ts'
import { areas } from '../areas/table.ts'
import { departments } from '../departments/table.ts'
import { countWaitingInspections } from '../inspections/queries.ts'
import { pushesOf } from '../messages/queries.ts'
import { countWaitingMessages, waitingOf } from '../messages/summaries/queries.ts'
import { pushes } from '../messages/table.ts'
import { rules } from '../rules/table.ts'
import { sessions } from '../session/table.ts'
import { terminals } from '../terminals/table.ts'
import { users } from '../users/table.ts'
import { vehicles } from '../vehicles/table.ts'
import { isPushed, violationColumns } from '../violations/queries.ts'
import { violations } from '../violations/table.ts'

/** The violations of the scope, each with what is merged into it. */
const shown = (viewer: Viewer) =>
  and(eq(violations.tenantId, viewer.tenantId), inScope(viewer, violations.deptId), isNull(violations.mergedInto))

/** Lets the planner use the index of the few that wait. */
const isPending = sql`${violations.alarmType} = ${sql.raw(String(AlarmType.pending))}`

type QueueOf = {
  msgType: QueueType
  objectType?: ObjectType
  /** Counts what waits in scope, for viewers who may not handle it; undefined where they are shown none. */
  countInScope?: (tx: Tx, viewer: Viewer) => Promise<number>
}

const queues: QueueOf[] = [
  ...[ObjectType.vehicle, ObjectType.person, ObjectType.facility].map((objectType) => ({
    msgType: MsgType.violation,
    objectType,
    countInScope: (tx: Tx, viewer: Viewer) =>
      tx.$count(violations, and(shown(viewer), isPending, eq(violations.objectType, objectType))),
  })),
  { msgType: MsgType.inspection, countInScope: countWaitingInspections },
  { msgType: MsgType.approval, countInScope: countPendingApprovals },
  { msgType: MsgType.public },
]

/** Counts of waiting events in each queue: the viewer's own, as their badges have them, or those in scope where the viewer may not act. */
export async function countQueues(tx: Tx, viewer: Viewer): Promise<QueueCount[]> {
  const waiting = await countWaitingMessages(tx, viewer)
  const counts: QueueCount[] = []
  for (const { msgType, objectType, countInScope } of queues) {
    const isMine = viewer.permissions.has(handlingPermissions[msgType])
    const pending = isMine ? waitingOf(waiting, { msgType, objectType }) : await countInScope?.(tx, viewer)
    if (pending !== undefined) counts.push({ msgType, objectType, pending, isMine })
  }
  return counts
}

/** The violations in scope that wait longest: those pushed to the viewer, or all. */
export async function findOldest(tx: Tx, viewer: Viewer, isMine: boolean, limit: number, language: Language) {
  if (!isMine)
    return tx
      .select(violationColumns(language))
      .from(violations)
      .where(and(shown(viewer), isPending))
      .orderBy(asc(violations.createTime), asc(violations.id))
      .limit(limit)
  return tx
    .select(violationColumns(language))
    .from(pushes)
    .innerJoin(violations, isPushed)
    .where(
      and(
        pushesOf(viewer),
        eq(pushes.msgType, MsgType.violation),
        eq(pushes.status, PushStatus.pending),
        eq(pushes.folded, false),
        eq(pushes.merged, false),
      ),
    )
    .orderBy(asc(pushes.createTime), asc(pushes.id))
    .limit(limit)
}

/** Events that began since midnight, and yesterday until the same time of day. Connections run in Asia/Shanghai. */
export async function countToday(tx: Tx, viewer: Viewer): Promise<TodaysViolations> {
  const midnight = sql`date_trunc('day', now())`
  const groups = await tx
    .select({
      hour: sql`extract(hour from ${violations.createTime})`.mapWith(Number),
      violationEvent: violations.violationEvent,
      total: count(),
      handled: sql`count(*) filter (where ${violations.alarmType} <> ${AlarmType.pending})`.mapWith(Number),
    })
    .from(violations)
    .where(
      and(shown(viewer), gte(violations.createTime, midnight), lt(violations.createTime, sql`${midnight} + interval '1 day'`)),
    )
    .groupBy(sql`1`, violations.violationEvent)
  const [before] = await tx
    .select({ total: count() })
    .from(violations)
    .where(
      and(
        shown(viewer),
        gte(violations.createTime, sql`${midnight} - interval '1 day'`),
        lt(violations.createTime, sql`now() - interval '1 day'`),
      ),
    )
  const sum = (some: { total: number }[]) => some.reduce((all, { total }) => all + total, 0)
  const kinds = Map.groupBy(groups, ({ violationEvent }) => violationEvent)
  return {
    total: sum(groups),
    handled: groups.reduce((all, { handled }) => all + handled, 0),
    yesterday: before!.total,
    hours: Array.from({ length: 24 }, (_, hour) => sum(groups.filter((one) => one.hour === hour))),
    kinds: [...kinds]
      .map(([violationEvent, some]) => ({ violationEvent, total: sum(some) }))
      .sort((a, b) => b.total - a.total || a.violationEvent.localeCompare(b.violationEvent)),
  }
}

/** The accounts of the viewer's scope, and how many of them are logged in. */
export async function countStaff(tx: Tx, viewer: Viewer) {
  const loggedIn = sql`exists (select from ${sessions} where ${sessions.tenantId} = ${users.tenantId} and ${sessions.userId} = ${users.id}
    and ${and(isNull(sessions.replacedTime), sql`${sessions.accessExpires} > now()`)})`
  const [staff] = await tx
    .select({ total: count(), loggedIn: sql`count(*) filter (where ${loggedIn})`.mapWith(Number) })
    .from(users)
    .where(and(eq(users.tenantId, viewer.tenantId), inScope(viewer, users.deptId)))
  return staff!
}

/** Steps of a new organisation for who sees all of it, with those that are done; none once all are. */
export async function findSetup(tx: Tx, { tenantId, departments: scope }: Viewer) {
  if (scope !== null) return []
  const any = (table: SQL, further = sql`true`) => sql`exists (select from ${table} where tenant_id = ${tenantId} and ${further})`
  const { rows } = await tx.execute<Record<SetupStep, boolean>>(sql`select
    ${any(sql`${departments}`, sql`parent_id <> 0`)} as departments, ${any(sql`${vehicles}`, sql`removed_time is null`)} as vehicles,
    ${any(sql`${terminals}`)} as terminals, ${any(sql`${areas}`)} as areas, ${any(sql`${rules}`)} as rules`)
  const steps = setupSteps.map((step) => ({ step, isDone: rows[0]![step] }))
  return steps.every(({ isDone }) => isDone) ? [] : steps
}
