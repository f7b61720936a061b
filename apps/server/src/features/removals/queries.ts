import { and, eq, getTableName } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Tx } from '../../db/connect.ts'
import { mayUse } from '../../db/scope.ts'
import { conflict, notFound } from '../../http/refuse.ts'
import type { Viewer } from '../../http/viewer.ts'
import { displayNameOf } from '../users/queries.ts'
import { removals } from './table.ts'

type Removed = Pick<typeof removals.$inferInsert, 'id' | 'deptId' | 'ownerIds' | 'causeKind' | 'causeId'>

/** Notes who takes an event back, under the name that the person has now. */
export const addRemoval = (tx: Tx, { tenantId, userId }: Viewer, list: PgTable, removed: Removed) =>
  tx.insert(removals).values({ ...removed, tenantId, list: getTableName(list), userName: displayNameOf(tenantId, userId) })

/** Why an event cannot be acted on that is not there: 409 says who took it back and when to whom it was in sight, 404 to others. */
export async function refusalOfMissing(tx: Tx, viewer: Viewer, list: PgTable, id: number) {
  const [removed] = await tx
    .select()
    .from(removals)
    .where(and(eq(removals.tenantId, viewer.tenantId), eq(removals.list, getTableName(list)), eq(removals.id, id)))
  if (!removed || !(mayUse(viewer, removed.deptId) || removed.ownerIds.includes(viewer.userId))) return notFound()
  return conflict('refusals:removed', { who: removed.userName, when: removed.createTime })
}
