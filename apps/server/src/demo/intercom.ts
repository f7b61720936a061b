import { eq } from 'drizzle-orm'
import type { Tx } from '../db/connect.ts'
import { departments } from '../features/departments/table.ts'
import { intercomGroups, intercomMembers } from '../features/intercom/table.ts'

type Parts = { members: readonly { id: number }[]; company: { id: number; name: string } }

/** Groups of the intercom: a channel of every organisation, of the dispatcher's company, and a few people for emergencies. */
export async function loadIntercom(tx: Tx, { members, company }: Parts) {
  const roots = await tx.select().from(departments).where(eq(departments.parentId, 0))
  await tx
    .insert(intercomGroups)
    .values([
      ...roots.map(({ tenantId, id }) => ({ tenantId, kind: 'department' as const, name: '全员频道', deptId: id })),
      { tenantId: 1, kind: 'department', name: `${company.name}频道`, deptId: company.id },
    ])
  const [emergency] = await tx
    .insert(intercomGroups)
    .values({ tenantId: 1, kind: 'fixed', name: '应急保障', deptId: company.id })
    .returning({ id: intercomGroups.id })
  const groupId = emergency!.id
  await tx.insert(intercomMembers).values(members.map(({ id: userId }) => ({ tenantId: 1, groupId, userId })))
}
