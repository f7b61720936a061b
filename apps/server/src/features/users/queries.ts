import { and, eq } from 'drizzle-orm'
import type { Tx } from '../../db/connect.ts'
import { inScope } from '../../lib/scope.ts'
import type { Viewer } from '../../lib/serve.ts'
import { departments } from '../departments/table.ts'
import { users } from './table.ts'

/** A user of the viewer's scope by name; oneself always. */
export async function findUser(tx: Tx, viewer: Viewer, username: string) {
  const [user] = await tx
    .select({
      userId: users.id,
      username: users.username,
      phone: users.phone,
      avatar: users.avatar,
      deptId: users.deptId,
      deptName: departments.name,
      tenantId: users.tenantId,
      lockFlag: users.lockFlag,
    })
    .from(users)
    .innerJoin(departments, and(eq(departments.tenantId, users.tenantId), eq(departments.id, users.deptId)))
    .where(
      and(
        eq(users.tenantId, viewer.tenantId),
        eq(users.username, username),
        username === viewer.username ? undefined : inScope(viewer, users.deptId),
      ),
    )
  return user
}
