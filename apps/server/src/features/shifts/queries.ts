import type { Shift } from '@huanwei/contract/shifts/endpoints'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Tx } from '../../db/connect.ts'
import { shifts } from './table.ts'

type Fields = Omit<Shift, 'id'>

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

/** Undefined when the name is taken. */
export async function insertShift(tx: Tx, tenantId: number, fields: Fields) {
  const [added] = await tx
    .insert(shifts)
    .values({ tenantId, ...fields })
    .onConflictDoNothing()
    .returning()
  return added
}

/** Undefined when there is none. Its rules count from now on when its hours are others. */
export async function updateShift(tx: Tx, tenantId: number, id: number, fields: Fields) {
  const { start, end, weekdays } = fields
  const isSame = sql`${shifts.start} = ${start} and ${shifts.end} = ${end} and ${shifts.weekdays} = ${sql.param(weekdays)}::smallint[]`
  const [changed] = await tx
    .update(shifts)
    .set({ ...fields, changeTime: sql`case when ${isSame} then ${shifts.changeTime} else now() end` })
    .where(one(tenantId, id))
    .returning()
  return changed
}

/** True when there was one. */
export const deleteShift = async (tx: Tx, tenantId: number, id: number) =>
  (await tx.delete(shifts).where(one(tenantId, id)).returning({ id: shifts.id })).length > 0
