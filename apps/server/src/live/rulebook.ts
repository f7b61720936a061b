import { Shape } from '@huanwei/contract/areas/endpoints'
import type { Severity } from '@huanwei/contract/rules/codes'
import { ConditionKind } from '@huanwei/contract/rules/codes'
import { Condition, Hours } from '@huanwei/contract/rules/endpoints'
import { z } from 'zod'
import type { Tx } from '../db/connect.ts'
import { type RuleToEvaluate, ruleToEvaluate } from './conditions.ts'
import type { Log } from './log.ts'
import { findParents, findRuleAreas, findRules, findSubjects } from './rulebook-queries.ts'

/** What an event takes from its rule. */
export type RuleFacts = { name: string; severity: Severity; voiceText: string }

/** A terminal on a vehicle and the rules that apply to it. */
export type Subject = {
  tenantId: number
  deviceId: number
  objectId: number
  objectName: string
  objectTypeName: string
  deptId: number
  deptName: string
  rules: readonly RuleToEvaluate[]
}

/** All rules and whom they apply to, as of one moment. */
export type Rulebook = {
  /** By device; those without rules are not in it. */
  subjects: ReadonlyMap<number, Subject>
  /** By rule. */
  facts: ReadonlyMap<number, RuleFacts>
}

/** A change of one of these may change the rulebook. */
export const rulebookTables = ['monitoring_rule', 'area', 'vehicle', 'sys_dept', 'device', 'sys_dict_item']

type RuleRow = Awaited<ReturnType<typeof findRules>>[number]
type AreaRow = Awaited<ReturnType<typeof findRuleAreas>>[number]
type Ready = { tenantId: number; objectIds: ReadonlySet<number>; deptIds: readonly number[]; rule: RuleToEvaluate }

const Stored = z.object({ condition: Condition, hours: z.array(Hours) })
const Shapes = z.array(Shape)

/** Reads the rulebook. A rule that cannot be read is left out and logged. */
export async function loadRulebook(tx: Tx, log: Log): Promise<Rulebook> {
  const rows = await findRules(tx)
  const areas = new Map((await findRuleAreas(tx)).map((area) => [area.id, area]))
  const parents = new Map((await findParents(tx)).map((dept) => [`${dept.tenantId} ${dept.id}`, dept.parentId]))
  const ready = Map.groupBy(
    rows.flatMap((row) => readied(row, areas, log)),
    ({ tenantId }) => tenantId,
  )
  const subjects = new Map<number, Subject>()
  for (const { boundAt, ...subject } of ready.size ? await findSubjects(tx) : []) {
    const above = departmentsAbove(parents, subject.tenantId, subject.deptId)
    const rules = (ready.get(subject.tenantId) ?? [])
      .filter((one) => applies(one, subject.objectId, above))
      // What the terminal reported from another vehicle is not this one's.
      .map(({ rule }) => (boundAt > rule.validFrom ? { ...rule, validFrom: boundAt } : rule))
    if (rules.length) subjects.set(subject.deviceId, { ...subject, rules })
  }
  return { subjects, facts: new Map(rows.map(({ id, name, severity, voiceText }) => [id, { name, severity, voiceText }])) }
}

function readied(row: RuleRow, areas: ReadonlyMap<number, AreaRow>, log: Log): Ready[] {
  const { tenantId, objectIds, deptIds } = row
  const stored = Stored.safeParse(row)
  const areaIds = stored.data?.condition.kind === ConditionKind.outOfArea ? stored.data.condition.areaIds : []
  const used = areaIds.flatMap((id) => areas.get(id) ?? [])
  const shapes = Shapes.safeParse(used.map(({ shape }) => shape))
  if (!stored.success || !shapes.success) {
    log.error({ tenantId, ruleId: row.id, error: stored.error?.message ?? shapes.error?.message }, 'a rule cannot be read')
    return []
  }
  const validFrom = Math.max(row.changedAt, ...used.map(({ changedAt }) => changedAt))
  const rule = ruleToEvaluate({ ...row, ...stored.data }, shapes.data, validFrom)
  return [{ tenantId, objectIds: new Set(objectIds), deptIds, rule }]
}

/** The department and all above it. */
function departmentsAbove(parents: ReadonlyMap<string, number>, tenantId: number, deptId: number): ReadonlySet<number> {
  const above = new Set<number>()
  for (let at: number | undefined = deptId; at !== undefined && !above.has(at); at = parents.get(`${tenantId} ${at}`))
    above.add(at)
  return above
}

const applies = ({ objectIds, deptIds }: Ready, objectId: number, above: ReadonlySet<number>) =>
  (!objectIds.size && !deptIds.length) || objectIds.has(objectId) || deptIds.some((id) => above.has(id))
