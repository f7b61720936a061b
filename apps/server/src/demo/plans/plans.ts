import { FacilityType } from '@huanwei/contract/dictionaries/codes'
import { dayMs } from '@huanwei/contract/time'
import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { Tx } from '../../db/connect.ts'
import type { facilities } from '../../features/facilities/table.ts'
import { makeVisits } from '../../features/plans/queries.ts'
import { planFacilities, taskPlans, taskRecords } from '../../features/plans/table.ts'
import { displayName } from '../../features/users/queries.ts'
import { users } from '../../features/users/table.ts'
import type { Department } from '../organisation.ts'

/** Names of plans with the times of their visits, minutes after midnight. */
const shifts = [
  ['早晚保洁', [390, 1080]],
  ['中午巡回保洁', [720]],
] as const
const rounds = [
  ['上午抽粪', [510]],
  ['下午抽粪', [840]],
] as const
const mostVisited = 4

type Loaded = {
  crews: readonly Department[]
  places: readonly (typeof facilities.$inferSelect)[]
  villages: readonly Department[]
  /** Household toilets. */
  toilets: readonly { id: number; deptId: number }[]
}
type Plan = {
  tenantId: number
  /** The department that the plan is for, and the one that its person is of. */
  department: Department
  staffId: number
  kind: readonly [string, readonly number[]] | undefined
  places: readonly { id: number; deptId: number }[]
}

/**
 * Adds one plan per crew for its toilets, and one per village for the tanks of some households, with the visits of yesterday and today; most visits
 * due so far are done.
 */
export async function loadPlans(tx: Tx, { crews, places, villages, toilets }: Loaded, now: Date) {
  const publicToilets = places.filter(({ facilityType }) => facilityType === FacilityType.publicToilet)
  const plans: Plan[] = [
    ...crews.map((department, i) => ({
      tenantId: 1,
      department,
      staffId: department.id,
      kind: shifts[i % shifts.length],
      places: publicToilets,
    })),
    ...villages.map((department, i) => ({
      tenantId: 34,
      department,
      staffId: department.parentId,
      kind: rounds[i % rounds.length],
      places: toilets,
    })),
  ]
  for (const plan of plans) await addPlan(tx, plan, now)
  await makeVisits(tx)
  const { dueTime, id, tenantId, userId } = taskRecords
  await tx
    .update(taskRecords)
    .set({
      doneTime: sql`least(now(), ${dueTime} + make_interval(mins => (${id} % 25)::int))`,
      doneName: sql`(select ${displayName(users)} from ${users} where ${users.tenantId} = ${tenantId} and ${users.id} = ${userId})`,
    })
    .where(and(isNull(taskRecords.doneTime), sql`${dueTime} < now() and ${id} % 9 <> 4`))
}

/** Adds a plan, unless there is nobody to make its visits or nothing to visit. */
async function addPlan(tx: Tx, { tenantId, department, staffId, kind, places }: Plan, now: Date) {
  const visited = places.filter(({ deptId }) => deptId === department.id).slice(0, mostVisited)
  const [person] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.tenantId, tenantId), eq(users.deptId, staffId), eq(users.lockFlag, '0')))
    .orderBy(asc(users.id))
    .limit(1)
  if (!person || !kind || visited.length === 0) return
  const [name, dueMinutes] = kind
  const [plan] = await tx
    .insert(taskPlans)
    .values({
      tenantId,
      name: `${department.name}${name}`,
      deptId: department.id,
      userId: person.id,
      dueMinutes: [...dueMinutes],
      effectiveFrom: new Date(now.getTime() - 2 * dayMs).toISOString(),
    })
    .returning({ id: taskPlans.id })
  if (plan) await tx.insert(planFacilities).values(visited.map(({ id }) => ({ tenantId, planId: plan.id, facilityId: id })))
}
