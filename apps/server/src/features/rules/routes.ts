import { ObjectType } from '@huanwei/contract/objects'
import { ConditionKind } from '@huanwei/contract/rules/codes'
import { addVehicleRule, changeVehicleRule, listVehicleRules, removeVehicleRule } from '@huanwei/contract/rules/endpoints'
import type { FastifyInstance } from 'fastify'
import type { Database, Tx } from '../../db/connect.ts'
import { denied, invalid, notFound } from '../../lib/refuse.ts'
import { serve, type Viewer } from '../../lib/serve.ts'
import {
  areaIdsOf,
  deleteRule,
  departmentsAbove,
  type Fields,
  findRules,
  insertRule,
  lockRule,
  type Named,
  type Rule,
  reachesOnlyTheirs,
  theirs,
  updateRule,
} from './queries.ts'

export function ruleRoutes(app: FastifyInstance, db: Database) {
  serve(app, listVehicleRules, ({ enabled }, viewer) =>
    db.within(viewer, async (tx) => seen(tx, viewer, await findRules(tx, viewer, enabled))),
  )

  serve(app, addVehicleRule, (fields, viewer) =>
    db.within(viewer, async (tx) => {
      await mustBeTheirs(tx, viewer, fields, nothing)
      return insertRule(tx, viewer.tenantId, fields)
    }),
  )

  serve(app, changeVehicleRule, ({ id, ...fields }, viewer) =>
    db.within(viewer, async (tx) => {
      const rule = await mustLock(tx, viewer, id)
      await mustBeTheirs(tx, viewer, fields, namedBy(rule))
      return updateRule(tx, viewer, rule, fields)
    }),
  )

  serve(app, removeVehicleRule, ({ id }, viewer) =>
    db.within(viewer, async (tx) => {
      await mustLock(tx, viewer, id)
      await deleteRule(tx, viewer, id)
      return true
    }),
  )
}

const nothing: Named = { objectIds: [], deptIds: [], areaIds: [] }
const namedBy = (rule: Pick<Rule, 'objectIds' | 'deptIds' | 'condition'>): Named => ({ ...rule, areaIds: areaIdsOf(rule) })
const isForAll = ({ objectIds, deptIds }: Named) => !objectIds.length && !deptIds.length

/**
 * The rules as the viewer may see them. Who sees the whole tenant sees them as they are; others see those that reach their vehicles,
 * without the vehicles, departments and areas that are not theirs. Whoever sees none of a rule's areas does not see the rule.
 */
async function seen(tx: Tx, viewer: Viewer, rules: Rule[]): Promise<Rule[]> {
  if (viewer.departments === null) return rules
  const all = rules.map(namedBy)
  const mine = await theirs(tx, viewer, {
    objectIds: all.flatMap(({ objectIds }) => objectIds),
    deptIds: all.flatMap(({ deptIds }) => deptIds),
    areaIds: all.flatMap(({ areaIds }) => areaIds),
  })
  const above = await departmentsAbove(tx, viewer)
  return rules.flatMap((rule) => {
    const objectIds = rule.objectIds.filter((id) => mine.objectIds.has(id))
    if (!isForAll(namedBy(rule)) && !objectIds.length && !rule.deptIds.some((id) => above.has(id))) return []
    const shown = { ...rule, objectIds, deptIds: rule.deptIds.filter((id) => mine.deptIds.has(id)) }
    if (rule.condition.kind !== ConditionKind.outOfArea) return shown
    const areaIds = rule.condition.areaIds.filter((id) => mine.areaIds.has(id))
    return areaIds.length ? { ...shown, condition: { ...rule.condition, areaIds } } : []
  })
}

/** The rule, locked. 404 when the viewer does not see it, 403 when it reaches beyond their scope. */
async function mustLock(tx: Tx, viewer: Viewer, id: number): Promise<Rule> {
  const rule = await lockRule(tx, viewer, id)
  const [shown] = rule ? await seen(tx, viewer, [rule]) : []
  if (!rule || !shown) throw notFound()
  if (viewer.departments === null) return rule
  const named = namedBy(rule)
  const mine = await theirs(tx, viewer, named)
  if (isForAll(named) || !isAll(named, mine) || !(await reachesOnlyTheirs(tx, viewer, named.deptIds))) throw denied()
  return rule
}

type Owned = Awaited<ReturnType<typeof theirs>>

const isAll = ({ objectIds, deptIds, areaIds }: Named, mine: Owned) =>
  objectIds.every((id) => mine.objectIds.has(id)) &&
  deptIds.every((id) => mine.deptIds.has(id)) &&
  areaIds.every((id) => mine.areaIds.has(id))

/** 404 for what is not theirs, save what the rule named `before`; 403 for a rule that would reach beyond the viewer's scope. */
async function mustBeTheirs(tx: Tx, viewer: Viewer, fields: Fields & Pick<Rule, 'objectIds' | 'deptIds'>, before: Named) {
  if (fields.objectType !== ObjectType.vehicle) throw invalid('objectType')
  const named = namedBy(fields)
  const added = {
    objectIds: without(named.objectIds, before.objectIds),
    deptIds: without(named.deptIds, before.deptIds),
    areaIds: without(named.areaIds, before.areaIds),
  }
  if (!isAll(added, await theirs(tx, viewer, added))) throw notFound()
  if (viewer.departments !== null && (isForAll(named) || !(await reachesOnlyTheirs(tx, viewer, named.deptIds)))) throw denied()
}

function without(ids: readonly number[], known: readonly number[]) {
  const old = new Set(known)
  return ids.filter((id) => !old.has(id))
}
