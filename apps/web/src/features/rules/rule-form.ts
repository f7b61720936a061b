import type { Parsed } from '@huanwei/contract/endpoint'
import { madeFrom } from '@huanwei/contract/last-change'
import { Metric } from '@huanwei/contract/readings/codes'
import { ConditionKind } from '@huanwei/contract/rules/codes'
import { addVehicleRule, Condition, type MonitoringRule } from '@huanwei/contract/rules/endpoints'
import { decisive } from '@huanwei/contract/rules/rules'
import { z } from 'zod'
import { conditionFields } from './condition-table.ts'

const { condition: _, ...common } = addVehicleRule.input.shape
/** Fields of a condition that others depend on. */
const depended = {
  kind: z.enum(ConditionKind),
  metric: z.enum(Metric).optional(),
  addition: z.number().optional(),
  ownAreas: z.boolean().optional(),
}

/** Values of a rule's form: the condition is flat among the other fields, so that each problem stands under its own field. */
export function ruleForm(kind: ConditionKind, input: typeof addVehicleRule.input) {
  const condition: z.ZodRawShape = Condition.options.find(({ shape }) => shape.kind.value === kind)?.shape ?? {}
  return z.object({ ...common, ...depended, ...madeFrom, ...condition }).check(({ value, issues }) => {
    for (const { path, message } of input.safeParse(ruleOf(value)).error?.issues ?? [])
      issues.push({ code: 'custom', input: value, message, path: path[0] === 'condition' ? path.slice(1) : path })
  })
}

const Areas = z.object({ kind: z.enum(ConditionKind), ownAreas: z.literal(true) })

/** Input of the call from a filled-in form, which still holds the areas that were named before own ones were chosen. */
export function ruleOf<Values extends object>(values: Values) {
  const own = Areas.safeParse(values).data
  const isByOwn = own !== undefined && conditionFields[own.kind].includes('ownAreas')
  return { ...values, condition: isByOwn ? { ...values, areaIds: [] } : values }
}

export const startOf = ({ condition, ...rule }: MonitoringRule) => ({ ...rule, ...condition })

/** A new rule as it begins. */
export const newRule = {
  name: '',
  objectIds: [],
  deptIds: [],
  hours: [],
  shiftIds: [],
  calendar: false,
  minDuration: 0,
  cooldown: 0,
  voiceText: '',
  recipientIds: [],
  sms: false,
  photo: false,
  recordVideo: false,
  enabled: false,
}

type Entered = Parsed<typeof addVehicleRule>

/** Fields that a rule decides by, except whether it is on: equal for rules that would make the same events. */
export const sayingOf = (rule: Entered) => JSON.stringify({ ...decisive(addVehicleRule.input.parse(rule)), enabled: true })

/** True when sending `entered` brings something into force, so that a person should look at it first. */
export const putsInForce = (entered: Entered, before: MonitoringRule | undefined) =>
  entered.enabled && !(before?.enabled && sayingOf(before) === sayingOf(entered))
