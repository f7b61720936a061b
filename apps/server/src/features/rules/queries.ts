import { isDeepStrictEqual } from 'node:util'
import { ConditionKind } from '@huanwei/contract/rules/codes'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Tx } from '../../db/connect.ts'
import { inScope } from '../../lib/scope.ts'
import type { Viewer } from '../../lib/serve.ts'
import { areas } from '../areas/table.ts'
import { departments } from '../departments/table.ts'
import { departmentsBelow } from '../session/queries.ts'
import { vehicles } from '../vehicles/table.ts'
import { rules } from './table.ts'

export type Rule = typeof rules.$inferSelect
export type Fields = Omit<typeof rules.$inferInsert, 'tenantId' | 'id' | 'createTime' | 'changeTime'>
/** What a rule names: vehicles, departments (with all below) and areas. */
export type Named = { objectIds: readonly number[]; deptIds: readonly number[]; areaIds: readonly number[] }

export const areaIdsOf = ({ condition }: Pick<Rule, 'condition'>) =>
  condition.kind === ConditionKind.outOfArea ? condition.areaIds : []

const one = (viewer: Viewer, id: number) => and(eq(rules.tenantId, viewer.tenantId), eq(rules.id, id))

/** Rules of the tenant, newest first; what of them the viewer may see is for `seen` to say. */
export const findRules = (tx: Tx, viewer: Viewer, enabled?: boolean): Promise<Rule[]> =>
  tx
    .select()
    .from(rules)
    .where(and(eq(rules.tenantId, viewer.tenantId), enabled === undefined ? undefined : eq(rules.enabled, enabled)))
    .orderBy(sql`${rules.id} desc`)

/** Holds the rule until the transaction ends. */
export async function lockRule(tx: Tx, viewer: Viewer, id: number): Promise<Rule | undefined> {
  const [rule] = await tx.select().from(rules).where(one(viewer, id)).for('update')
  return rule
}

export async function insertRule(tx: Tx, tenantId: number, fields: Fields): Promise<Rule> {
  const [added] = await tx
    .insert(rules)
    .values({ tenantId, ...fields })
    .returning()
  return added!
}

/** What a rule decides by; its name, severity and words may change without making another rule of it. */
const decisive = ({ condition, hours, objectIds = [], deptIds = [], minDuration, cooldown, enabled = true }: Fields) => ({
  condition,
  hours,
  objectIds,
  deptIds,
  minDuration,
  cooldown,
  enabled,
})

/** Changes a locked rule. One that decides otherwise counts from now on. */
export async function updateRule(tx: Tx, viewer: Viewer, locked: Rule, fields: Fields): Promise<Rule> {
  const isSame = isDeepStrictEqual(decisive(locked), decisive(fields))
  const [changed] = await tx
    .update(rules)
    .set({ ...fields, ...(!isSame && { changeTime: sql`now()` }) })
    .where(one(viewer, locked.id))
    .returning()
  return changed!
}

export const deleteRule = (tx: Tx, viewer: Viewer, id: number) => tx.delete(rules).where(one(viewer, id))

/** Those of the vehicles, departments and areas that are the viewer's; removed vehicles too, as rules go on naming them. */
export async function theirs(tx: Tx, viewer: Viewer, named: Named) {
  const { tenantId } = viewer
  const found = { objectIds: new Set<number>(), deptIds: new Set<number>(), areaIds: new Set<number>() }
  if (named.objectIds.length) {
    const where = and(
      eq(vehicles.tenantId, tenantId),
      inArray(vehicles.id, [...named.objectIds]),
      inScope(viewer, vehicles.deptId),
    )
    for (const { id } of await tx.select({ id: vehicles.id }).from(vehicles).where(where)) found.objectIds.add(id)
  }
  if (named.deptIds.length) {
    const where = and(
      eq(departments.tenantId, tenantId),
      inArray(departments.id, [...named.deptIds]),
      inScope(viewer, departments.id),
    )
    for (const { id } of await tx.select({ id: departments.id }).from(departments).where(where)) found.deptIds.add(id)
  }
  if (named.areaIds.length) {
    const where = and(eq(areas.tenantId, tenantId), inArray(areas.id, [...named.areaIds]), inScope(viewer, areas.deptId))
    for (const { id } of await tx.select({ id: areas.id }).from(areas).where(where)) found.areaIds.add(id)
  }
  return found
}

/** Whether all below these departments is in the viewer's scope too: a rule reaches that far. */
export async function reachesOnlyTheirs(tx: Tx, viewer: Viewer, deptIds: readonly number[]) {
  if (viewer.departments === null) return true
  const scope = new Set(viewer.departments)
  return (await departmentsBelow(tx, viewer.tenantId, [...deptIds])).every((id) => scope.has(id))
}

/** The viewer's departments and all above them: a rule for one of these reaches the viewer's vehicles. */
export async function departmentsAbove(tx: Tx, viewer: Viewer): Promise<Set<number>> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    with recursive above as (
      select dept_id, parent_id from ${departments}
      where tenant_id = ${viewer.tenantId} and dept_id = any(${sql.param(viewer.departments ?? [])}::int[])
      union
      select d.dept_id, d.parent_id from ${departments} d join above a on d.dept_id = a.parent_id where d.tenant_id = ${viewer.tenantId}
    ) select dept_id as id from above`)
  return new Set(rows.map(({ id }) => id))
}
