import { isDeepStrictEqual } from 'node:util'
import { ObjectType } from '@huanwei/contract/objects'
import type { Permission } from '@huanwei/contract/permissions'
import type { ConditionKind } from '@huanwei/contract/rules/codes'
import { areaIdsOf, decisive, isByOwnAreas } from '@huanwei/contract/rules/rules'
import { and, desc, eq, inArray, or, sql } from 'drizzle-orm'
import { updatedBy } from '../../db/columns.ts'
import type { Tx } from '../../db/connect.ts'
import { contains } from '../../db/contains.ts'
import { departmentsBelow, inScope } from '../../db/scope.ts'
import type { Viewer } from '../../http/viewer.ts'
import { departmentsAbove, ownerAmong } from '../../position/judge/own-areas.ts'
import { areas } from '../areas/table.ts'
import { departments } from '../departments/table.ts'
import { findObjects, object, objects, objectsInScope } from '../objects/queries.ts'
import { findShifts } from '../shifts/queries.ts'
import { users } from '../users/table.ts'
import { rules } from './table.ts'

export type Rule = typeof rules.$inferSelect
export type RuleFields = Omit<
  typeof rules.$inferInsert,
  'tenantId' | 'id' | 'createTime' | 'changeTime' | 'updateTime' | 'updateBy'
>
/** References of a rule: objects, departments (with all below) and areas. */
export type Named = { objectIds: readonly number[]; deptIds: readonly number[]; areaIds: readonly number[] }

export const namedBy = (rule: Pick<Rule, 'objectIds' | 'deptIds' | 'condition'>): Named => ({
  ...rule,
  areaIds: areaIdsOf(rule.condition),
})
export const isForAll = ({ objectIds, deptIds }: Named) => !objectIds.length && !deptIds.length

const ofKind = (viewer: Viewer, objectType: ObjectType) =>
  and(eq(rules.tenantId, viewer.tenantId), eq(rules.objectType, objectType))
const one = (viewer: Viewer, id: number) => and(eq(rules.tenantId, viewer.tenantId), eq(rules.id, id))

type Filter = { name?: string | undefined; enabled?: boolean | undefined; objectId?: number | undefined }

/** Rules for one kind of object as the viewer may see them, newest first. */
export async function findRules(tx: Tx, viewer: Viewer, objectType: ObjectType, filter: Filter): Promise<Rule[]> {
  const { name, enabled, objectId } = filter
  const isSo = enabled === undefined ? undefined : eq(rules.enabled, enabled)
  const found = await tx
    .select()
    .from(rules)
    .where(
      and(
        ofKind(viewer, objectType),
        contains(rules.name, name),
        isSo,
        objectId === undefined ? undefined : watches(viewer, objectType, objectId),
      ),
    )
    .orderBy(sql`${rules.id} desc`)
  return seen(tx, viewer, found)
}

/** True of a rule that watches an object in scope: as one that it names, by a department above it, or with all. */
const watches = (viewer: Viewer, objectType: ObjectType, objectId: number) =>
  sql`exists (select from ${objects} where ${and(
    eq(object.tenantId, viewer.tenantId),
    eq(object.type, objectType),
    eq(object.id, objectId),
    inScope(viewer, object.deptId),
    or(
      sql`cardinality(${rules.objectIds}) + cardinality(${rules.deptIds}) = 0`,
      sql`${objectId}::int = any(${rules.objectIds})`,
      sql`${object.deptId} in (select departments_below(${viewer.tenantId}, ${rules.deptIds}))`,
    ),
  )})`

/** A rule with what it names; nothing is said of objects, which may be thousands. */
export type NamedRule = Rule & { areaNames: string[]; deptNames: string[]; shiftNames: string[]; recipientNames: string[] }

/** Rules with the names of their areas, departments and shifts. */
export async function findNamedRules(tx: Tx, viewer: Viewer, objectType: ObjectType, filter: Filter): Promise<NamedRule[]> {
  const found = await findRules(tx, viewer, objectType, filter)
  const [areaIds, deptIds] = [found.flatMap(({ condition }) => areaIdsOf(condition)), found.flatMap((rule) => rule.deptIds)]
  const ofTenant = { area: eq(areas.tenantId, viewer.tenantId), department: eq(departments.tenantId, viewer.tenantId) }
  const named = (rows: { id: number; name: string }[]) => {
    const names = new Map(rows.map(({ id, name }) => [id, name]))
    return (ids: readonly number[]) => ids.flatMap((id) => names.get(id) ?? [])
  }
  const areaNames = named(
    await tx
      .select({ id: areas.id, name: areas.name })
      .from(areas)
      .where(and(ofTenant.area, inArray(areas.id, areaIds))),
  )
  const deptNames = named(
    await tx
      .select({ id: departments.id, name: departments.name })
      .from(departments)
      .where(and(ofTenant.department, inArray(departments.id, deptIds))),
  )
  const shiftNames = named(await findShifts(tx, viewer.tenantId))
  const recipientIds = found.flatMap((rule) => rule.recipientIds)
  const recipientNames = named(
    await tx
      .select({ id: users.id, name: users.name })
      .from(users)
      .where(and(eq(users.tenantId, viewer.tenantId), inArray(users.id, recipientIds))),
  )
  return found.map((rule) => ({
    ...rule,
    areaNames: areaNames(areaIdsOf(rule.condition)),
    deptNames: deptNames(rule.deptIds),
    shiftNames: shiftNames(rule.shiftIds),
    recipientNames: recipientNames(rule.recipientIds),
  }))
}

/** Inputs of rules: areas, shifts, the calendar. `ownerId`: the department of the area, for rules by each object's own areas as well. */
type Use = {
  areaId?: number | undefined
  ownerId?: number | undefined
  shiftId?: number | undefined
  calendar?: boolean | undefined
}

/** True of a rule by own areas that watches objects of a department or of one below it, even if all of these have nearer areas. */
const mayDecideByOwn = (tenantId: number, ownerId: number) => {
  const below = sql`array(select departments_below(${tenantId}, array[${ownerId}]::int[]))`
  return sql`(${rules.condition}->'ownAreas' = 'true' and (
    cardinality(${rules.objectIds}) + cardinality(${rules.deptIds}) = 0
    or ${rules.deptIds} && ${below} or ${ownerId} in (select departments_below(${tenantId}, ${rules.deptIds}))
    or exists (select from vehicle v where ${rules.objectType} = ${ObjectType.vehicle} and v.tenant_id = ${tenantId}
      and v.id = any(${rules.objectIds}) and v.dept_id = any(${below}))
    or exists (select from sys_user u where ${rules.objectType} = ${ObjectType.person} and u.tenant_id = ${tenantId}
      and u.user_id = any(${rules.objectIds}) and u.dept_id = any(${below}))))`
}

const using = (tenantId: number, { areaId, ownerId, shiftId, calendar }: Use) =>
  and(
    eq(rules.tenantId, tenantId),
    areaId === undefined
      ? undefined
      : or(
          sql`${rules.condition}->'areaIds' @> to_jsonb(${areaId}::int)`,
          ownerId === undefined ? undefined : mayDecideByOwn(tenantId, ownerId),
        ),
    shiftId === undefined ? undefined : sql`${rules.shiftIds} @> array[${shiftId}]::int[]`,
    calendar === undefined ? undefined : eq(rules.calendar, calendar),
  )

/** Name of a rule that uses all of this, of one kind of condition when that is said. */
export async function ruleUsing(tx: Tx, tenantId: number, use: Use, kind?: ConditionKind) {
  const isSo = kind && sql`${rules.condition}->>'kind' = ${kind}`
  const [rule] = await tx
    .select({ name: rules.name })
    .from(rules)
    .where(and(using(tenantId, use), isSo))
    .limit(1)
  return rule?.name
}

/** The rules in force that use all of this, by kind of object. */
export async function findRulesInForce(tx: Tx, tenantId: number, use: Use) {
  const found = await tx
    .select()
    .from(rules)
    .where(and(using(tenantId, use), rules.enabled))
    .orderBy(desc(rules.id))
  return Map.groupBy(found, ({ objectType }) => objectType)
}

/** Holds the rule until the transaction ends. */
export async function lockRule(tx: Tx, viewer: Viewer, objectType: ObjectType, id: number): Promise<Rule | undefined> {
  const [rule] = await tx
    .select()
    .from(rules)
    .where(and(ofKind(viewer, objectType), eq(rules.id, id)))
    .for('update')
  return rule
}

export async function insertRule(tx: Tx, { tenantId, username }: Viewer, fields: RuleFields): Promise<Rule> {
  const [added] = await tx
    .insert(rules)
    .values({ tenantId, ...fields, updateBy: username })
    .returning()
  return added!
}

/** Changes a locked rule. One that decides otherwise counts from now on. */
export async function updateRule(
  tx: Tx,
  viewer: Viewer,
  locked: Rule,
  fields: RuleFields & Parameters<typeof decisive>[0],
): Promise<Rule> {
  const isSame = isDeepStrictEqual(decisive(locked), decisive(fields))
  const [changed] = await tx
    .update(rules)
    .set({ ...fields, ...(!isSame && { changeTime: sql`now()` }), ...updatedBy(rules, viewer) })
    .where(one(viewer, locked.id))
    .returning()
  return changed!
}

export const deleteRule = (tx: Tx, viewer: Viewer, id: number) => tx.delete(rules).where(one(viewer, id))

/** Returns the objects, departments and areas in the viewer's scope; removed objects too, as rules go on naming them. */
export async function theirs(tx: Tx, viewer: Viewer, objectType: ObjectType, named: Named) {
  const { tenantId } = viewer
  const objectIds = await objectsInScope(tx, viewer, objectType, named.objectIds)
  const found = { objectIds, deptIds: new Set<number>(), areaIds: new Set<number>() }
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

/** An area of these that is no route; those that are stay so until the transaction ends. */
export async function findNoRoute(tx: Tx, tenantId: number, areaIds: readonly number[]) {
  const held = await tx
    .select({ name: areas.name, shape: areas.shape })
    .from(areas)
    .where(and(eq(areas.tenantId, tenantId), inArray(areas.id, [...areaIds])))
    .orderBy(areas.id)
    .for('share')
  return held.find(({ shape }) => shape.kind !== 'route')
}

/** Returns the users who may not judge violations. */
export async function findNoJudges(tx: Tx, tenantId: number, userIds: readonly number[]) {
  const permission: Permission = 'violation_handle'
  const { rows } = await tx.execute<{ name: string }>(sql`
    select coalesce(nullif(u.name, ''), u.username) as name from sys_user u
    where u.tenant_id = ${tenantId} and u.user_id = any(${sql.param([...userIds])}::int[]) and not exists (
      select from user_permissions(${tenantId}) p where p.user_id = u.user_id and p.permission = ${permission})
    order by u.user_id`)
  return rows
}

/** True when these departments with all below are in the viewer's scope: a rule applies to all of them. */
export async function reachesOnlyTheirs(tx: Tx, viewer: Viewer, deptIds: readonly number[]) {
  if (viewer.departments === null) return true
  const scope = new Set(viewer.departments)
  return (await departmentsBelow(tx, viewer.tenantId, [...deptIds])).every((id) => scope.has(id))
}

export const isAll = ({ objectIds, deptIds, areaIds }: Named, mine: Awaited<ReturnType<typeof theirs>>) =>
  objectIds.every((id) => mine.objectIds.has(id)) &&
  deptIds.every((id) => mine.deptIds.has(id)) &&
  areaIds.every((id) => mine.areaIds.has(id))

/** True when a rule watches objects, or decides by areas, beyond the viewer's scope. */
export async function reachesBeyond(
  tx: Tx,
  viewer: Viewer,
  rule: Pick<Rule, 'objectType' | 'objectIds' | 'deptIds' | 'condition'>,
) {
  if (viewer.departments === null) return false
  const named = namedBy(rule)
  if (isForAll(named) || !(await reachesOnlyTheirs(tx, viewer, named.deptIds))) return true
  return !isAll(named, await theirs(tx, viewer, rule.objectType, named))
}

/** True when a rule that reaches beyond the viewer's scope uses all of this: changing it would be a change for others. */
export async function isUsedBeyond(tx: Tx, viewer: Viewer, use: Use) {
  if (viewer.departments === null) return false
  for (const rule of await tx.select().from(rules).where(using(viewer.tenantId, use)))
    if (await reachesBeyond(tx, viewer, rule)) return true
  return false
}

/** The viewer's departments and all above them: a rule for one of these reaches the viewer's objects. */
async function scopeAndAbove(tx: Tx, viewer: Viewer): Promise<Set<number>> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    with recursive above as (
      select dept_id, parent_id from ${departments}
      where tenant_id = ${viewer.tenantId} and dept_id = any(${sql.param(viewer.departments ?? [])}::int[])
      union
      select d.dept_id, d.parent_id from ${departments} d join above a on d.dept_id = a.parent_id where d.tenant_id = ${viewer.tenantId}
    ) select dept_id as id from above`)
  return new Set(rows.map(({ id }) => id))
}

/**
 * The rules as the viewer may see them. Who sees the whole tenant sees them as they are; others see those that reach their objects,
 * without the objects, departments, areas and recipients that are not theirs. Whoever sees none of the areas that a rule names does not see the rule.
 */
export async function seen(tx: Tx, viewer: Viewer, rules: Rule[]): Promise<Rule[]> {
  const [first] = rules
  if (!first || viewer.departments === null) return rules
  const all = rules.map(namedBy)
  const mine = await theirs(tx, viewer, first.objectType, {
    objectIds: all.flatMap(({ objectIds }) => objectIds),
    deptIds: all.flatMap(({ deptIds }) => deptIds),
    areaIds: all.flatMap(({ areaIds }) => areaIds),
  })
  const people = await objectsInScope(tx, viewer, ObjectType.person, [...new Set(rules.flatMap((rule) => rule.recipientIds))])
  const above = await scopeAndAbove(tx, viewer)
  return rules.flatMap((rule) => {
    const objectIds = rule.objectIds.filter((id) => mine.objectIds.has(id))
    if (!isForAll(namedBy(rule)) && !objectIds.length && !rule.deptIds.some((id) => above.has(id))) return []
    const shown = {
      ...rule,
      objectIds,
      deptIds: rule.deptIds.filter((id) => mine.deptIds.has(id)),
      recipientIds: rule.recipientIds.filter((id) => people.has(id)),
    }
    if (!('areaIds' in rule.condition) || isByOwnAreas(rule.condition)) return shown
    const areaIds = rule.condition.areaIds.filter((id) => mine.areaIds.has(id))
    return areaIds.length ? { ...shown, condition: { ...rule.condition, areaIds } } : []
  })
}

/** Limit of named departments. */
const mostNamed = 10

/** The viewer's part of the objects that a rule by own areas would watch, and those of them without an area in their department or above. */
export async function findWithoutArea(tx: Tx, viewer: Viewer, watched: Parameters<typeof findObjects>[2]) {
  const { tenantId } = viewer
  const objects = await findObjects(tx, viewer, watched)
  const tree = await tx
    .select({ id: departments.id, parentId: departments.parentId, name: departments.name })
    .from(departments)
    .where(eq(departments.tenantId, tenantId))
  const owners = await tx.selectDistinct({ id: areas.deptId }).from(areas).where(eq(areas.tenantId, tenantId))
  const byId = new Map(tree.map((department) => [department.id, department]))
  const owning = new Set(owners.map(({ id }) => id))
  const hasNone = (deptId: number) =>
    ownerAmong(
      departmentsAbove((id) => byId.get(id)?.parentId, deptId),
      owning,
    ) === undefined
  const byDepartment = [...Map.groupBy(objects, ({ deptId }) => deptId)].filter(([deptId]) => hasNone(deptId))
  return {
    objects: objects.length,
    without: byDepartment.reduce((sum, [, own]) => sum + own.length, 0),
    departments: byDepartment
      .toSorted(([, one], [, other]) => other.length - one.length)
      .slice(0, mostNamed)
      .flatMap(([deptId]) => byId.get(deptId)?.name ?? []),
  }
}
