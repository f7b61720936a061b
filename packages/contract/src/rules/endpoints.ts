import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { done, id, word } from '../fields.ts'
import { ObjectType } from '../objects.ts'
import { ConditionKind, Severity } from './codes.ts'

/** Limits in km/h, areas by id, alarm bits of spec 4 IV.4, silence in seconds. */
export const Condition = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal(ConditionKind.speeding), limit: z.number().min(1).max(300) }),
  z.object({ kind: z.literal(ConditionKind.outOfArea), areaIds: z.array(id).min(1).max(100) }),
  z.object({ kind: z.literal(ConditionKind.terminalAlarm), bit: z.number().int().min(0).max(31) }),
  z.object({ kind: z.literal(ConditionKind.offline), after: z.number().int().min(60).max(86_400) }),
])
export type Condition = z.infer<typeof Condition>

const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$|^24:00$/, word('clockFormat'))

/** Hours of the day in Asia/Shanghai, half open; `weekdays` 1 Monday to 7 Sunday. An end before the start runs over midnight. */
export const Hours = z.object({ start: clock, end: clock, weekdays: z.array(z.number().int().min(1).max(7)).min(1).max(7) })
export type Hours = z.infer<typeof Hours>

const fields = {
  name: z.string().trim().min(1, word('enterRuleName')).max(50),
  objectType: z.enum(ObjectType).default(ObjectType.vehicle),
  condition: Condition,
  severity: z.enum(Severity).default(Severity.alarm),
  /** Objects and departments (with all below) it watches; both empty: every object of the tenant. */
  objectIds: z.array(id).max(10_000).default([]),
  deptIds: z.array(id).max(1000).default([]),
  /** Empty: always. */
  hours: z.array(Hours).max(20).default([]),
  /** Seconds the condition must hold before it is a violation. */
  minDuration: z.number().int().min(0).max(86_400).default(0),
  /** Seconds after an end in which the same condition makes no new violation. */
  cooldown: z.number().int().min(0).max(86_400).default(0),
  /** Read aloud to the driver when a violation starts (0x8300); empty: record only. */
  voiceText: z.string().trim().max(200).default(''),
  enabled: z.boolean().default(true),
}

export const MonitoringRule = z.object({ ...fields, id: z.number(), createTime: z.string() })
export type MonitoringRule = z.infer<typeof MonitoringRule>

export const listVehicleRules = endpoint({
  method: 'GET',
  path: '/admin/vehicleMonitoringRule/getList',
  access: 'session',
  summary: '车辆监控规则列表',
  input: z.object({ enabled: z.stringbool().optional() }),
  output: z.array(MonitoringRule),
})
export const addVehicleRule = endpoint({
  method: 'POST',
  path: '/admin/vehicleMonitoringRule',
  access: { permission: 'admin_vehiclemonitoringrule_add' },
  summary: '新增车辆监控规则',
  input: z.object(fields),
  output: MonitoringRule,
})
export const changeVehicleRule = endpoint({
  method: 'PUT',
  path: '/admin/vehicleMonitoringRule',
  access: { permission: 'admin_vehiclemonitoringrule_edit' },
  summary: '修改车辆监控规则',
  input: z.object({ id, ...fields }),
  output: MonitoringRule,
})
/** Its violations stay; those in force end now. */
export const removeVehicleRule = endpoint({
  method: 'DELETE',
  path: '/admin/vehicleMonitoringRule/:id',
  access: { permission: 'admin_vehiclemonitoringrule_del' },
  summary: '删除车辆监控规则',
  input: z.object({ id }),
  output: done,
})
