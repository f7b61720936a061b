import type { Shift } from '@huanwei/contract/shifts/endpoints'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { updatedBy } from '../../db/columns.ts'
import type { Tx } from '../../db/connect.ts'
import type { Viewer } from '../../http/viewer.ts'
import { shifts } from './table.ts'

type Fields = Omit<Shift, 'id' | 'updateTime'>

const one = (tenantId: number, id: number) => and(eq(shifts.tenantId, tenantId), eq(shifts.id, id))

export const findShifts = (tx: Tx, tenantId: number) =>
  tx.select().from(shifts).where(eq(shifts.tenantId, tenantId)).orderBy(shifts.start, shifts.name)

/** Returns the shifts that are the tenant's, locked until the transaction ends. */
export async function holdShifts(tx: Tx, tenantId: number, ids: readonly number[]): Promise<Set<number>> {
  if (!ids.length) return new Set()
  const where = and(eq(shifts.tenantId, tenantId), inArray(shifts.id, [...ids]))
  const held = await tx.select({ id: shifts.id }).from(shifts).where(where).for('share')
  return new Set(held.map(({ id }) => id))
}

/** The shift as it stands, until the transaction ends; undefined when there is none. */
export async function lockShift(tx: Tx, tenantId: number, id: number) {
  const [shift] = await tx.select().from(shifts).where(one(tenantId, id)).for('no key update')
  return shift
}

/** Undefined when the name is taken. */
export async function insertShift(tx: Tx, { tenantId, username }: Viewer, fields: Fields) {
  const [added] = await tx
    .insert(shifts)
    .values({ tenantId, ...fields, updateBy: username })
    .onConflictDoNothing()
    .returning()
  return added
}

/** Changes a locked shift. Its rules count from now on when its hours are others. */
export async function updateShift(tx: Tx, viewer: Viewer, id: number, fields: Fields) {
  const { start, end, weekdays } = fields
  const isSame = sql`${shifts.start} = ${start} and ${shifts.end} = ${end} and ${shifts.weekdays} = ${sql.param(weekdays)}::smallint[]`
  const [changed] = await tx
    .update(shifts)
    .set({
      ...fields,
      changeTime: sql`case when ${isSame} then ${shifts.changeTime} else now() end`,
      ...updatedBy(shifts, viewer),
    })
    .where(one(viewer.tenantId, id))
    .returning()
  return changed!
}

export const deleteShift = (tx: Tx, tenantId: number, id: number) => tx.delete(shifts).where(one(tenantId, id))
