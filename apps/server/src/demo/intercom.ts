import { and, asc, eq, gt, sql } from 'drizzle-orm'
import type { Tx } from '../db/connect.ts'
import { departments } from '../features/departments/table.ts'
import { insertGroup, setMembers } from '../features/intercom/queries.ts'
import { intercomGroups } from '../features/intercom/table.ts'
import { vehicles } from '../features/vehicles/table.ts'

type Parts = { members: readonly { id: number }[]; company: { id: number; name: string } }

/** Vehicles of a group. */
const mostCabs = 3

/** Groups of the intercom: a channel of every organisation, of the dispatcher's company, a few people for emergencies, and the same with vehicles. */
export async function loadIntercom(tx: Tx, { members, company }: Parts) {
  const roots = await tx.select().from(departments).where(eq(departments.parentId, 0))
  await tx
    .insert(intercomGroups)
    .values([
      ...roots.map(({ tenantId, id }) => ({ tenantId, kind: 'department' as const, name: '全员频道', deptId: id })),
      { tenantId: 1, kind: 'department', name: `${company.name}频道`, deptId: company.id },
    ])
  const maker = { tenantId: 1, userId: members[0]!.id, username: '' }
  const userIds = members.map(({ id }) => id)
  const cabs = await tx
    .select({ id: vehicles.id })
    .from(vehicles)
    .where(
      and(
        eq(vehicles.tenantId, 1),
        sql`${vehicles.deptId} in (select departments_below(1, array[${company.id}::int]))`,
        gt(vehicles.vehicleCamera, 0),
      ),
    )
    .orderBy(asc(vehicles.id))
    .limit(mostCabs)
  for (const { name, vehicleIds } of [
    { name: '应急保障', vehicleIds: [] },
    { name: '车辆调度', vehicleIds: cabs.map(({ id }) => id) },
  ]) {
    const id = await insertGroup(tx, maker, { kind: 'fixed', name, deptId: company.id })
    await setMembers(tx, maker, id, { userIds, vehicleIds })
  }
}
