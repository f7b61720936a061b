import type { Outdated } from '@huanwei/contract/last-change'
import { and, eq, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import { notFound, Refused } from '../http/refuse.ts'
import type { Viewer } from '../http/viewer.ts'
import type { Tx } from './connect.ts'
import { inScope } from './scope.ts'

/** Holds a row as it stands until the transaction ends: of two changes at once the second sees what the first made of it. */
export const holdRow = (tx: Tx, table: PgTable & Record<'tenantId' | 'id', AnyPgColumn>, tenantId: number, id: number) =>
  tx
    .select({ id: table.id })
    .from(table)
    .where(and(eq(table.tenantId, tenantId), eq(table.id, id)))
    .for('no key update')

type Changed = { updateTime: string; updateBy: string }

/**
 * The held record. Refuses with 404 what is not there, with 409 what was made from an older state: `madeFrom` is the `updateTime` that was read, null
 * when there was no record. Undefined, as from clients that do not know it, nothing is compared.
 */
export async function mustBeCurrent<R extends Changed>(
  tx: Tx,
  viewer: Viewer,
  record: R | undefined,
  madeFrom: string | null | undefined,
): Promise<R> {
  if (!record) throw notFound()
  const { updateTime: when, updateBy } = record
  if (madeFrom === undefined || madeFrom === when) return record
  const by = await nameInSight(tx, viewer, updateBy)
  const data: Outdated = { outdated: { when, by } }
  throw new Refused(409, by === null ? 'refusals:outdated' : 'refusals:outdatedBy', { when, by: by ?? '' }, data)
}

/** Display name of the user with this user name; null when the viewer may not see them, and when they are gone. */
async function nameInSight(tx: Tx, viewer: Viewer, username: string) {
  const { rows } = await tx.execute<{ name: string }>(sql`
    select coalesce(nullif(u.name, ''), u.username) as name from sys_user u
    where u.tenant_id = ${viewer.tenantId} and u.username = ${username}
      and (u.user_id = ${viewer.userId} or ${inScope(viewer, sql`u.dept_id`) ?? sql`true`})`)
  return rows[0]?.name ?? null
}
