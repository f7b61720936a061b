import { FacilityType } from '@huanwei/contract/dictionaries/codes'
import { dayMs } from '@huanwei/contract/time'
import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { Tx } from '../db/connect.ts'
import type { facilities } from '../features/facilities/table.ts'
import { makeVisits } from '../features/plans/queries.ts'
import { planFacilities, taskPlans, taskRecords } from '../features/plans/table.ts'
import { users } from '../features/users/table.ts'
import type { Department } from './organisation.ts'

/** Names of plans with the times of their visits, minutes after midnight. */
const shifts = [
  ['早晚保洁', [390, 1080]],
  ['中午巡回保洁', [720]],
] as const
const mostVisited = 4

/** Adds one or two plans per crew for its toilets, with the visits of yesterday and today; most visits due so far are done. */
export async function loadPlans(
  tx: Tx,
  crews: readonly Department[],
  places: readonly (typeof facilities.$inferSelect)[],
  now: Date,
) {
  const tenantId = 1
  const toilet = FacilityType.publicToilet
  for (const [i, crew] of crews.entries()) {
    const visited = places
      .filter(({ deptId, facilityType }) => deptId === crew.id && facilityType === toilet)
      .slice(0, mostVisited)
    const [person] = await tx
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.tenantId, tenantId), eq(users.deptId, crew.id), eq(users.lockFlag, '0')))
      .orderBy(asc(users.id))
      .limit(1)
    const [name, dueMinutes] = shifts[i % shifts.length] ?? shifts[0]
    if (!person || visited.length === 0) continue
    const effectiveFrom = new Date(now.getTime() - 2 * dayMs).toISOString()
    const [plan] = await tx
      .insert(taskPlans)
      .values({
        tenantId,
        name: `${crew.name}${name}`,
        deptId: crew.id,
        userId: person.id,
        dueMinutes: [...dueMinutes],
        effectiveFrom,
      })
      .returning({ id: taskPlans.id })
    if (plan) await tx.insert(planFacilities).values(visited.map(({ id }) => ({ tenantId, planId: plan.id, facilityId: id })))
  }
  await makeVisits(tx)
  const { dueTime, id, userId } = taskRecords
  await tx
    .update(taskRecords)
    .set({
      doneTime: sql`least(now(), ${dueTime} + make_interval(mins => (${id} % 25)::int))`,
      doneName: sql`(select name from ${users} where ${users.tenantId} = ${tenantId} and ${users.id} = ${userId})`,
    })
    .where(and(eq(taskRecords.tenantId, tenantId), isNull(taskRecords.doneTime), sql`${dueTime} < now() and ${id} % 9 <> 4`))
}
