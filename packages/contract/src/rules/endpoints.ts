import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { done, id, word } from '../fields.ts'
import { lastChange, madeFrom } from '../last-change.ts'
import { ObjectType } from '../objects.ts'
import { Metric } from '../readings/codes.ts'
import { Hours } from '../shifts/endpoints.ts'
import { type ConditionKind, conditionKinds, hourlyKinds, Severity } from './codes.ts'

const ofKind = <K extends ConditionKind, F extends z.ZodRawShape>(kind: K, fields: F) =>
  z.object({ kind: z.literal(kind), ...fields })

const areas = { areaIds: z.array(id).min(1).max(100) }
/** Named areas, or, without names, those of each object's own department: of the nearest one, going up, that has any. */
const areasOrOwn = { areaIds: z.array(id).max(100).default([]), ownAreas: z.boolean().optional() }
const AreasOrOwn = z.object(areasOrOwn)

/** A condition on areas that are either named or each object's own. */
const ofAreas = <K extends ConditionKind, F extends z.ZodRawShape>(kind: K, fields: F) =>
  ofKind(kind, { ...areasOrOwn, ...fields }).check(({ value, issues }) => {
    const { areaIds, ownAreas } = AreasOrOwn.parse(value)
    if (areaIds.length > 0 === (ownAreas === true))
      issues.push({
        code: 'custom',
        input: areaIds,
        message: word(ownAreas ? 'ownOrNamedAreas' : 'chooseAreas'),
        path: ['areaIds'],
      })
  })
/** Seconds, a minute to a day. */
const seconds = z.number().int().min(60).max(86_400)
const percent = z.number().min(0).max(100)

/** Speed in km/h, areas by id, time spans in seconds, alarm bits of spec 4 IV.4, values in the unit of their metric. Source: spec 3, section 9. */
export const Condition = z.discriminatedUnion('kind', [
  ofKind('speeding', { limit: z.number().min(1).max(300) }),
  /** Outside of all the areas. */
  ofAreas('outOfArea', {}),
  /** Inside one of them, which is forbidden. */
  ofAreas('inArea', {}),
  /** Away from all these routes: areas with the shape of one. */
  ofKind('offRoute', areas),
  /** Not moving for so long; `idling`: with the engine on. */
  ofKind('parked', { after: seconds }),
  ofKind('idling', { after: seconds }),
  /** Driving for so long without standing still for `rest`. */
  ofKind('fatigue', { after: seconds, rest: seconds }),
  /** Moving while the hours of the rule are not in force. */
  ofKind('offHours', {}),
  ofKind('terminalAlarm', { bit: z.number().int().min(0).max(31) }),
  /** Alarms of a driving assistant, by the addition that carries them (0x64 to 0x67) and their types in it, of tyres (0x66) the bits. Source: spec 4, IV.6. */
  ofKind('activeSafety', {
    addition: z.number().int().min(100).max(103),
    types: z.array(z.number().int().min(0).max(255)).min(1).max(100),
  }),
  /** Not heard for so long; of a facility, its sensor. */
  ofKind('offline', { after: seconds }),
  /** In none of the areas for so long. */
  ofAreas('absent', { after: seconds }),
  /** Within so many metres of one place for so long. */
  ofKind('staying', { after: seconds, radius: z.number().min(5).max(5000) }),
  /** In none of the areas when a span of hours has lasted for `grace`, until there or until its end. */
  ofAreas('late', { grace: seconds }),
  /** Not seen in the areas any more in the last `grace` of a span of hours. */
  ofAreas('leavingEarly', { grace: seconds }),
  ofKind('sos', {}),
  ofKind('lowBattery', { below: percent }),
  ofKind('reading', {
    metric: z.enum([Metric.ammonia, Metric.hydrogenSulphide, Metric.temperature, Metric.humidity]),
    above: z.number().min(-60).max(1000),
  }),
  /** A can, by its fill level. */
  ofKind('overflow', { above: percent }),
  /** People who came in within an hour. */
  ofKind('flow', { perHour: z.number().int().min(1).max(100_000) }),
])
export type Condition = z.infer<typeof Condition>

const fields = {
  name: z.string().trim().min(1, word('enterRuleName')).max(50),
  condition: Condition,
  severity: z.enum(Severity).default(Severity.alarm),
  /** Objects and departments (with all below) it watches; both empty: every object of the kind in the tenant. */
  objectIds: z.array(id).max(10_000).default([]),
  deptIds: z.array(id).max(1000).default([]),
  /** Hours in which the rule is in force, together with the hours of the shifts. Both empty: always. */
  hours: z.array(Hours).max(20).default([]),
  shiftIds: z.array(id).max(20).default([]),
  /** True when it keeps to the work calendar: no hours on a rest day, those of a Monday on a work day. */
  calendar: z.boolean().default(false),
  /** Seconds the condition must hold before it is a violation. */
  minDuration: z.number().int().min(0).max(86_400).default(0),
  /** Seconds after an end in which the same condition makes no new violation. */
  cooldown: z.number().int().min(0).max(86_400).default(0),
  /** Read aloud to the driver when a violation starts (0x8300); empty: record only. */
  voiceText: z.string().trim().max(200).default(''),
  /** Recipients of its violations, among those who may judge them; empty: all of these. */
  recipientIds: z.array(id).max(100).default([]),
  /** True when they also get a text message when a violation begins. */
  sms: z.boolean().default(false),
  /** Vehicles only: the terminal takes a picture as a violation begins, where it has a camera (0x8801). */
  photo: z.boolean().default(false),
  /** Vehicles only: the server records its cameras as a violation begins. */
  recordVideo: z.boolean().default(false),
  /** A new rule begins switched off: it is tried out first. */
  enabled: z.boolean().default(false),
}

export const MonitoringRule = z.object({
  ...fields,
  objectType: z.enum(ObjectType),
  id: z.number(),
  createTime: z.string(),
  /** Time of the last change of objects or conditions: earlier reports are not evaluated by the rule. */
  changeTime: z.string(),
  ...lastChange,
})
export type MonitoringRule = z.infer<typeof MonitoringRule>

type Entered = Pick<MonitoringRule, 'condition' | 'hours' | 'shiftIds'>

/** Refuses what a rule of the kind of object cannot look at, and hours that are missing. */
const fitting =
  (kinds: readonly ConditionKind[]) =>
  ({ value, issues }: z.core.ParsePayload<Entered>) => {
    const { condition, hours, shiftIds } = value
    const refuse = (message: string, path: string[]) => issues.push({ code: 'custom', input: value, message, path })
    if (!kinds.includes(condition.kind)) refuse(word('conditionKind'), ['condition', 'kind'])
    if (hourlyKinds.includes(condition.kind) && !hours.length && !shiftIds.length) refuse(word('enterHours'), ['hours'])
  }

/** Prefix of the permissions of rules, by kind of object. */
type RulePermission = 'admin_sysusermonitoringrule' | 'admin_vehiclemonitoringrule' | 'admin_sysfacilitymonitoringrule'

/** The four calls of the rules of one kind of object. */
function ruleCalls(objectType: ObjectType, path: string, list: string, permission: RulePermission) {
  const fits = fitting(conditionKinds[objectType])
  return {
    list: endpoint({
      method: 'GET',
      path: `${path}/${list}`,
      access: 'session',
      input: z.object({
        name: z.string().max(50).optional(),
        enabled: z.stringbool().optional(),
        /** Only those that watch this object of the caller's scope. */
        objectId: id.optional(),
      }),
      output: z.array(MonitoringRule),
    }),
    add: endpoint({
      method: 'POST',
      path,
      access: { permission: `${permission}_add` },
      input: z.object(fields).check(fits),
      output: MonitoringRule,
    }),
    change: endpoint({
      method: 'PUT',
      path,
      access: { permission: `${permission}_edit` },
      /** Without `enabled` it stays as it was. */
      input: z.object({ id, ...fields, enabled: z.boolean().optional(), ...madeFrom }).check(fits),
      output: MonitoringRule,
    }),
    /** Its violations stay; those in force end now. */
    remove: endpoint({
      method: 'DELETE',
      path: `${path}/:id`,
      access: { permission: `${permission}_del` },
      input: z.object({ id, ...madeFrom }),
      output: done,
    }),
  }
}

export const {
  list: listPersonRules,
  add: addPersonRule,
  change: changePersonRule,
  remove: removePersonRule,
} = ruleCalls(ObjectType.person, '/admin/sysusermonitoringrule', 'list', 'admin_sysusermonitoringrule')

export const {
  list: listVehicleRules,
  add: addVehicleRule,
  change: changeVehicleRule,
  remove: removeVehicleRule,
} = ruleCalls(ObjectType.vehicle, '/admin/vehicleMonitoringRule', 'getList', 'admin_vehiclemonitoringrule')

export const {
  list: listFacilityRules,
  add: addFacilityRule,
  change: changeFacilityRule,
  remove: removeFacilityRule,
} = ruleCalls(ObjectType.facility, '/admin/sysfacilitymonitoringrule', 'list', 'admin_sysfacilitymonitoringrule')

/**
 * The rules in force that decide by an area (named, or a watched object's own), a shift or the work calendar (by all that is given): those
 * that the caller sees, and how many others. `isBeyond`: rules or plans beyond the caller's scope keep to the
 * shift or the calendar, which the caller must not change then.
 */
export const getRulesUsing = endpoint({
  method: 'GET',
  path: '/admin/monitoringRule/getUsing',
  access: 'session',
  input: z.object({ areaId: id.optional(), shiftId: id.optional(), calendar: z.stringbool().optional() }),
  output: z.object({ rules: z.array(MonitoringRule), others: z.number().int(), isBeyond: z.boolean() }),
})

/** Objects in the caller's scope that a rule by their own areas leaves out: those without an area above them. */
export const getObjectsWithoutArea = endpoint({
  method: 'POST',
  path: '/admin/monitoringRule/getWithoutArea',
  access: 'session',
  reads: true,
  input: z.object({ objectType: z.enum(ObjectType), objectIds: fields.objectIds, deptIds: fields.deptIds }),
  output: z.object({
    objects: z.number().int(),
    without: z.number().int(),
    /** Names of their departments, those with most of them first; not all where there are many. */
    departments: z.array(z.string()),
  }),
})
