import { Shape } from '@huanwei/contract/areas/endpoints'
import { ObjectType } from '@huanwei/contract/objects'
import type { Measure, Severity } from '@huanwei/contract/rules/codes'
import { Condition } from '@huanwei/contract/rules/endpoints'
import { areaIdsOf, measureOf } from '@huanwei/contract/rules/rules'
import { Hours } from '@huanwei/contract/shifts/endpoints'
import { z } from 'zod'
import type { Tx } from '../db/connect.ts'
import { momentOf } from '../lib/time.ts'
import { type RuleToEvaluate, ruleToEvaluate } from './conditions.ts'
import type { Calendar } from './hours.ts'
import type { Log } from './log.ts'
import { findMarks, findParents, findRuleAreas, findRuleShifts, findRules, findSubjects } from './rulebook-queries.ts'

/** What an event takes from its rule. */
export type RuleFacts = {
  name: string
  severity: Severity
  voiceText: string
  recipientIds: number[]
  sms: boolean
  measure: Measure | null
}

/** Where what a rule looks at is stored. */
export type Source = 'position' | 'reading'
export const sourceOf = (objectType: ObjectType): Source => (objectType === ObjectType.facility ? 'reading' : 'position')

/** A terminal on something that is watched and the rules that apply to it. */
export type Subject = {
  tenantId: number
  deviceId: number
  objectType: ObjectType
  objectId: number
  objectName: string
  objectTypeName: string
  deptId: number
  deptName: string
  source: Source
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
export const rulebookTables = [
  ...['monitoring_rule', 'area', 'shift', 'calendar_day', 'sys_user', 'vehicle', 'facility'],
  ...['sys_dept', 'device', 'sys_dict_item'],
]

type RuleRow = Awaited<ReturnType<typeof findRules>>[number]
type AreaRow = Awaited<ReturnType<typeof findRuleAreas>>[number]
type ShiftRow = Awaited<ReturnType<typeof findRuleShifts>>[number]
/** What rules refer to, by id; calendars by tenant. */
type Known = {
  areas: ReadonlyMap<number, AreaRow>
  shifts: ReadonlyMap<number, ShiftRow>
  calendars: ReadonlyMap<number, { days: Calendar; changedAt: number }>
}
type Ready = {
  tenantId: number
  objectType: ObjectType
  objectIds: ReadonlySet<number>
  deptIds: readonly number[]
  rule: RuleToEvaluate
}

const Stored = z.object({ condition: Condition, hours: z.array(Hours) })
const Shapes = z.array(Shape)

/** Reads the rulebook. A rule that cannot be read is left out and logged. */
export async function loadRulebook(tx: Tx, log: Log): Promise<Rulebook> {
  const rows = await findRules(tx)
  const known: Known = {
    areas: new Map((await findRuleAreas(tx)).map((area) => [area.id, area])),
    shifts: new Map((await findRuleShifts(tx)).map((shift) => [shift.id, shift])),
    calendars: await readCalendars(tx),
  }
  const parents = new Map((await findParents(tx)).map((dept) => [`${dept.tenantId} ${dept.id}`, dept.parentId]))
  const ready = Map.groupBy(
    rows.flatMap((row) => readied(row, known, log)),
    ({ tenantId, objectType }) => `${tenantId} ${objectType}`,
  )
  const subjects = new Map<number, Subject>()
  for (const { boundAt, ...subject } of ready.size ? await findSubjects(tx) : []) {
    const above = departmentsAbove(parents, subject.tenantId, subject.deptId)
    const rules = (ready.get(`${subject.tenantId} ${subject.objectType}`) ?? [])
      .filter((one) => applies(one, subject.objectId, above))
      // What the terminal reported from another vehicle is not this one's.
      .map(({ rule }) => (boundAt > rule.validFrom ? { ...rule, validFrom: boundAt } : rule))
    if (rules.length) subjects.set(subject.deviceId, { ...subject, source: sourceOf(subject.objectType), rules })
  }
  const factsOf = ({ name, severity, voiceText, recipientIds, sms, condition }: RuleRow) => ({
    name,
    severity,
    ...{ voiceText, recipientIds, sms },
    measure: measureOf(condition),
  })
  return { subjects, facts: new Map(rows.map((row) => [row.id, factsOf(row)])) }
}

/** The marked days by tenant. */
export async function readCalendars(tx: Tx): Promise<Known['calendars']> {
  const byTenant = Map.groupBy(await findMarks(tx), ({ tenantId }) => tenantId)
  return new Map(
    Array.from(byTenant, ([tenantId, marks]) => [
      tenantId,
      {
        days: new Map(marks.map(({ day, kind }) => [momentOf(`${day} 00:00:00`), kind])),
        changedAt: Math.max(0, ...marks.map(({ changedAt }) => changedAt ?? 0)),
      },
    ]),
  )
}

function readied(row: RuleRow, { areas, shifts, calendars }: Known, log: Log): Ready[] {
  const { tenantId, objectType, objectIds, deptIds } = row
  const stored = Stored.safeParse(row)
  const areaIds = stored.success ? areaIdsOf(stored.data.condition) : []
  const used = areaIds.flatMap((id) => areas.get(id) ?? [])
  const shapes = Shapes.safeParse(used.map(({ shape }) => shape))
  if (!stored.success || !shapes.success) {
    log.error({ tenantId, ruleId: row.id, error: stored.error?.message ?? shapes.error?.message }, 'a rule cannot be read')
    return []
  }
  const worked = row.shiftIds.flatMap((id) => shifts.get(id) ?? [])
  const calendar = row.calendar ? calendars.get(tenantId) : undefined
  const validFrom = Math.max(row.changedAt, calendar?.changedAt ?? 0, ...[...used, ...worked].map(({ changedAt }) => changedAt))
  const rule = ruleToEvaluate({ ...row, ...stored.data }, shapes.data, validFrom, worked, calendar?.days)
  return [{ tenantId, objectType, objectIds: new Set(objectIds), deptIds, rule }]
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
