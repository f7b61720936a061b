import { Shape } from '@huanwei/contract/areas/endpoints'
import type { ObjectType } from '@huanwei/contract/objects'
import type { Measure, Severity } from '@huanwei/contract/rules/codes'
import { Condition } from '@huanwei/contract/rules/endpoints'
import { areaIdsOf, isByOwnAreas, measureOf } from '@huanwei/contract/rules/rules'
import { Hours } from '@huanwei/contract/shifts/endpoints'
import { z } from 'zod'
import type { ChangeTable } from '../../db/changes.ts'
import type { Tx } from '../../db/connect.ts'
import { momentOf } from '../../lib/time.ts'
import type { Log } from '../log.ts'
import { isCallForHelp, type RuleToEvaluate, ruleToEvaluate } from './conditions.ts'
import type { Calendar } from './hours.ts'
import { type Cause, reportOf } from './merge-alarms.ts'
import { departmentsAbove, ownerAmong } from './own-areas.ts'
import { type RulebookPart, tenantsIn } from './rulebook-part.ts'
import {
  findCalendarMarks,
  findEnabledRules,
  findParents,
  findRuleAreas,
  findRuleShifts,
  findServerSubjects,
  findSubjects,
} from './rulebook-queries.ts'
import { alarmConditions } from './server-alarms.ts'
import { sourceOf, type WatchedTerminal } from './subject.ts'

/** Fields that a violation takes from its rule. */
export type RuleFacts = {
  tenantId: number
  name: string
  severity: Severity
  voiceText: string
  recipientIds: number[]
  sms: boolean
  photo: boolean
  measure: Measure | null
  cause: Cause | null
  byTerminal: boolean
  isCallForHelp: boolean
  /** True when a video server, too, may report it. */
  isAlarm: boolean
}

/** All rules and the terminals they apply to, as of one moment. */
export type Rulebook = {
  /** Watched terminals by terminal id; terminals without rules are left out. */
  subjects: ReadonlyMap<number, WatchedTerminal>
  /** Facts by rule id. */
  facts: ReadonlyMap<number, RuleFacts>
}

/** Tables whose changes may change the rulebook. */
export const rulebookTables: readonly ChangeTable[] = [
  'monitoring_rule',
  'area',
  'shift',
  'calendar_day',
  'sys_user',
  'vehicle',
  'facility',
  'sys_dept',
  'device',
  'sys_dict_item',
  'unit_info',
]

type RuleRow = Awaited<ReturnType<typeof findEnabledRules>>[number]
type AreaRow = Awaited<ReturnType<typeof findRuleAreas>>[number]
type ShiftRow = Awaited<ReturnType<typeof findRuleShifts>>[number]
/** Records that rules refer to, by id; calendars by tenant. */
type Known = {
  areas: ReadonlyMap<number, AreaRow>
  /** By tenant, then by department. */
  areasOf: ReadonlyMap<number, ReadonlyMap<number, readonly AreaRow[]>>
  shifts: ReadonlyMap<number, ShiftRow>
  calendars: ReadonlyMap<number, { days: Calendar; changedAt: number }>
}
type Ready = {
  tenantId: number
  objectType: ObjectType
  objectIds: ReadonlySet<number>
  deptIds: readonly number[]
  /** The rule for an object below these departments, its own first; none where it decides by own areas and there are none. */
  ruleFor(above: ReadonlySet<number>): RuleToEvaluate | undefined
}

const Stored = z.object({ condition: Condition, hours: z.array(Hours) })
const Shapes = z.array(Shape)

/** Reads the rulebook or a part of it, with all facts of its tenants. A rule that cannot be read is left out and logged. */
export async function loadRulebook(tx: Tx, log: Log, part: RulebookPart = {}): Promise<Rulebook> {
  const named = part.objects && (await findTerminals(tx, part))
  // Most people have no terminal.
  if (named?.length === 0) return { subjects: new Map(), facts: new Map() }
  const tenantIds = tenantsIn(part)
  const rows = await findEnabledRules(tx, tenantIds)
  const areas = await findRuleAreas(tx, tenantIds)
  const byTenant = Map.groupBy(areas, ({ tenantId }) => tenantId)
  const known: Known = {
    areas: new Map(areas.map((area) => [area.id, area])),
    areasOf: new Map(Array.from(byTenant, ([tenantId, own]) => [tenantId, Map.groupBy(own, ({ deptId }) => deptId)])),
    shifts: new Map((await findRuleShifts(tx, tenantIds)).map((shift) => [shift.id, shift])),
    calendars: await loadCalendars(tx, tenantIds),
  }
  const parents = new Map((await findParents(tx, tenantIds)).map((dept) => [`${dept.tenantId} ${dept.id}`, dept.parentId]))
  const ready = Map.groupBy(
    rows.flatMap((row) => readied(row, known, log)),
    ({ tenantId, objectType }) => `${tenantId} ${objectType}`,
  )
  const subjects = new Map<number, WatchedTerminal>()
  for (const { boundAt, source, ...subject } of named ?? (ready.size ? await findTerminals(tx, part) : [])) {
    const above = departmentsAbove((id) => parents.get(`${subject.tenantId} ${id}`), subject.deptId)
    const rules = (ready.get(`${subject.tenantId} ${subject.objectType}`) ?? [])
      .filter((one) => applies(one, subject.objectId, above))
      .flatMap((one) => one.ruleFor(above) ?? [])
      .filter(({ kind }) => source !== 'alarm' || alarmConditions.includes(kind))
      // Reports from before the binding belong to another object.
      .map((rule) => (boundAt > rule.validFrom ? { ...rule, validFrom: boundAt } : rule))
    if (rules.length) subjects.set(subject.deviceId, { ...subject, source, rules })
  }
  const factsOf = ({ tenantId, name, severity, voiceText, recipientIds, sms, photo, condition }: RuleRow) => ({
    tenantId,
    name,
    severity,
    voiceText,
    recipientIds,
    sms,
    photo,
    measure: measureOf(condition),
    ...reportOf(condition),
    isCallForHelp: isCallForHelp(condition),
    isAlarm: alarmConditions.includes(condition.kind),
  })
  return { subjects, facts: new Map(rows.map((row) => [row.id, factsOf(row)])) }
}

/** Terminals on objects of a part, and what the part's vehicles have at video servers. */
async function findTerminals(tx: Tx, part: RulebookPart) {
  const [terminals, devices] = [await findSubjects(tx, part), await findServerSubjects(tx, part)]
  return [
    ...terminals.map((one) => ({ ...one, source: sourceOf(one.objectType) })),
    ...devices.map((one) => ({ ...one, source: 'alarm' as const })),
  ]
}

/** The marked days by tenant. */
export async function loadCalendars(tx: Tx, tenantIds?: readonly number[]): Promise<Known['calendars']> {
  const byTenant = Map.groupBy(await findCalendarMarks(tx, tenantIds), ({ tenantId }) => tenantId)
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

function readied(row: RuleRow, known: Known, log: Log): Ready[] {
  const { tenantId, objectType, objectIds, deptIds } = row
  const stored = Stored.safeParse(row)
  if (!stored.success) {
    log.error({ tenantId, ruleId: row.id, error: stored.error.message }, 'a rule cannot be read')
    return []
  }
  const { condition } = stored.data
  const ruleBy = (used: readonly AreaRow[]) => ruleByAreas({ ...row, ...stored.data }, used, known, log)
  const watched = { tenantId, objectType, objectIds: new Set(objectIds), deptIds }
  if (!isByOwnAreas(condition)) {
    const rule = ruleBy(areaIdsOf(condition).flatMap((id) => known.areas.get(id) ?? []))
    return rule ? [{ ...watched, ruleFor: () => rule }] : []
  }
  const own = known.areasOf.get(tenantId) ?? new Map<number, readonly AreaRow[]>()
  const byOwner = new Map<number, RuleToEvaluate | undefined>()
  const ruleFor = (above: ReadonlySet<number>) => {
    const owner = ownerAmong(above, own)
    if (owner === undefined) return undefined
    if (!byOwner.has(owner)) byOwner.set(owner, ruleBy(own.get(owner) ?? []))
    return byOwner.get(owner)
  }
  return [{ ...watched, ruleFor }]
}

/** The rule as these areas, its shifts and its calendar make it; undefined when a shape cannot be read. */
function ruleByAreas(row: RuleRow, used: readonly AreaRow[], { shifts, calendars }: Known, log: Log) {
  const shapes = Shapes.safeParse(used.map(({ shape }) => shape))
  if (!shapes.success) {
    log.error({ tenantId: row.tenantId, ruleId: row.id, error: shapes.error.message }, 'a rule cannot be read')
    return undefined
  }
  const worked = row.shiftIds.flatMap((id) => shifts.get(id) ?? [])
  const calendar = row.calendar ? calendars.get(row.tenantId) : undefined
  const validFrom = Math.max(row.changedAt, calendar?.changedAt ?? 0, ...[...used, ...worked].map(({ changedAt }) => changedAt))
  const rule = ruleToEvaluate(row, shapes.data, validFrom, worked, calendar?.days)
  return isByOwnAreas(row.condition) ? { ...rule, ownAreas: used.map(({ id }) => id).join() } : rule
}

/**
 * An object's own areas become others without a change of the rule or of a shape when one is removed or given to another department, or when
 * the object moves: from `now` (epoch ms) on it is another rule. `known`: terminals with the rules that applied to them until now.
 */
export function ownAreasSince({ subjects, facts }: Rulebook, known: Rulebook['subjects'], now: number): Rulebook {
  const followed = Array.from(subjects, ([deviceId, subject]): [number, WatchedTerminal] => {
    const earlier = known.get(deviceId)
    const isSame = earlier?.objectType === subject.objectType && earlier.objectId === subject.objectId
    return [deviceId, isSame ? { ...subject, rules: subject.rules.map((rule) => ownSince(rule, earlier.rules, now)) } : subject]
  })
  return { subjects: new Map(followed), facts }
}

function ownSince(rule: RuleToEvaluate, earlier: readonly RuleToEvaluate[], now: number): RuleToEvaluate {
  const known = rule.ownAreas && earlier.find(({ id, ownAreas }) => id === rule.id && ownAreas)
  if (!known) return rule
  return { ...rule, validFrom: Math.max(rule.validFrom, known.ownAreas === rule.ownAreas ? known.validFrom : now) }
}

const applies = ({ objectIds, deptIds }: Ready, objectId: number, above: ReadonlySet<number>) =>
  (!objectIds.size && !deptIds.length) || objectIds.has(objectId) || deptIds.some((id) => above.has(id))
