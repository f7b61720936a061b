import type { Parsed } from '@huanwei/contract/endpoint'
import { Metric } from '@huanwei/contract/readings/codes'
import { ConditionKind } from '@huanwei/contract/rules/codes'
import { addVehicleRule, Condition, type MonitoringRule } from '@huanwei/contract/rules/endpoints'
import { decisive } from '@huanwei/contract/rules/rules'
import { z } from 'zod'

const { condition: _, ...common } = addVehicleRule.input.shape
/** What of a condition other fields depend on. */
const depended = { kind: z.enum(ConditionKind), metric: z.enum(Metric).optional(), addition: z.number().optional() }

/** What the form of a rule holds: its condition lies open among the other fields, so that what is wrong stands under its own. */
export function ruleForm(kind: ConditionKind, input: typeof addVehicleRule.input) {
  const condition: z.ZodRawShape = Condition.options.find(({ shape }) => shape.kind.value === kind)?.shape ?? {}
  return z.object({ ...common, ...depended, ...condition }).check(({ value, issues }) => {
    for (const { path, message } of input.safeParse(ruleOf(value)).error?.issues ?? [])
      issues.push({ code: 'custom', input: value, message, path })
  })
}

/** What a filled-in form says, as the calls take it. */
export const ruleOf = <Values extends object>(values: Values) => ({ ...values, condition: values })

export const startOf = ({ condition, ...rule }: MonitoringRule) => ({ ...rule, ...condition })

/** A new rule as it begins. */
export const newRule = {
  ...{ name: '', objectIds: [], deptIds: [], hours: [], shiftIds: [], calendar: false },
  ...{ minDuration: 0, cooldown: 0, voiceText: '', recipientIds: [], sms: false, enabled: false },
}

type Entered = Parsed<typeof addVehicleRule>

/** What a rule decides by, but for whether it is on: equal for rules that would make the same events. */
export const sayingOf = (rule: Entered) => JSON.stringify({ ...decisive(addVehicleRule.input.parse(rule)), enabled: true })

/** Whether sending `entered` puts something in force that was not, so that a person should look at it first. */
export const putsInForce = (entered: Entered, before: MonitoringRule | undefined) =>
  entered.enabled && !(before?.enabled && sayingOf(before) === sayingOf(entered))
