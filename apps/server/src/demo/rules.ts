import { ObjectType } from '@huanwei/contract/objects'
import { Metric } from '@huanwei/contract/readings/codes'
import { ConditionKind, Severity } from '@huanwei/contract/rules/codes'
import { AlarmBit } from '@huanwei/terminal/messages/alarm'
import type { Tx } from '../db/connect.ts'
import { rules } from '../features/rules/table.ts'
import { shifts } from '../features/shifts/table.ts'
import type { LoadedVehicle } from './vehicles.ts'

export type LoadedRule = typeof rules.$inferSelect

type NewRule = Omit<typeof rules.$inferInsert, 'tenantId' | 'objectType' | 'hours'> & { hours?: LoadedRule['hours'] }

const { alarm, warning } = Severity
const workingHours = [{ start: '07:00', end: '18:00', weekdays: [1, 2, 3, 4, 5, 6, 7] }]
const ofTerminal = (bit: number) => ({ kind: ConditionKind.terminalAlarm, bit })

/** Conditions on the areas of each object's own crew. */
const ofOwnAreas = { areaIds: [], ownAreas: true }

/** Adds rules for the vehicles of a tenant. */
export async function loadRules(tx: Tx, tenantId: number, fleet: readonly LoadedVehicle[]): Promise<LoadedRule[]> {
  const sweepers = fleet.filter(({ vehicle }) => vehicle.type === '洗扫车').map(({ id }) => id)
  const wanted: NewRule[] = [
    {
      name: '车辆超速',
      condition: { kind: ConditionKind.speeding, limit: 60 },
      severity: alarm,
      minDuration: 10,
      cooldown: 60,
      voiceText: '您已超速，请减速慢行',
      photo: true,
    },
    {
      name: '洗扫车超速',
      photo: true,
      condition: { kind: ConditionKind.speeding, limit: 40 },
      severity: warning,
      objectIds: sweepers,
      minDuration: 10,
      cooldown: 60,
    },
    {
      name: '紧急报警',
      condition: ofTerminal(AlarmBit.sos),
      severity: alarm,
      minDuration: 0,
      cooldown: 60,
      photo: true,
      recordVideo: true,
    },
    {
      name: '疲劳驾驶',
      condition: ofTerminal(AlarmBit.fatigue),
      severity: alarm,
      minDuration: 30,
      cooldown: 300,
      voiceText: '您已疲劳驾驶，请停车休息',
      photo: true,
    },
    { name: '终端超速报警', condition: ofTerminal(AlarmBit.overspeed), severity: alarm, minDuration: 0, cooldown: 120 },
    {
      name: '作业时段离线',
      condition: { kind: ConditionKind.offline, after: 900 },
      severity: alarm,
      hours: workingHours,
      calendar: true,
      minDuration: 0,
      cooldown: 0,
    },
    {
      name: '驾驶中接打电话',
      // Of the camera that looks at the driver. Source: spec 4, IV.6.
      condition: { kind: ConditionKind.activeSafety, addition: 0x65, types: [2] },
      severity: alarm,
      minDuration: 0,
      cooldown: 60,
      voiceText: '请勿在驾驶中接打电话',
    },
    { name: '主电源断电', condition: ofTerminal(AlarmBit.powerLost), severity: warning, minDuration: 30, cooldown: 300 },
    {
      name: '驶离作业区',
      condition: { kind: ConditionKind.outOfArea, ...ofOwnAreas },
      severity: alarm,
      minDuration: 60,
      cooldown: 300,
      voiceText: '您已驶离作业区域，请尽快返回',
    },
  ]
  // A rule for no object would be one for all.
  const fitting = wanted.filter(({ objectIds }) => objectIds === undefined || objectIds.length > 0)
  return tx
    .insert(rules)
    .values(fitting.map((rule) => ({ tenantId, objectType: ObjectType.vehicle, hours: [], ...rule })))
    .returning()
}

const ofPeople: NewRule[] = [
  { name: 'SOS 求助', condition: { kind: ConditionKind.sos }, severity: alarm, minDuration: 0, cooldown: 60 },
  {
    name: '停留超时',
    condition: { kind: ConditionKind.staying, after: 300, radius: 60 },
    severity: warning,
    minDuration: 0,
    cooldown: 1800,
  },
  {
    name: '工牌低电量',
    condition: { kind: ConditionKind.lowBattery, below: 20 },
    severity: warning,
    minDuration: 60,
    cooldown: 3600,
  },
]
const ofFacilities: NewRule[] = [
  {
    name: '氨气超标',
    condition: { kind: ConditionKind.reading, metric: Metric.ammonia, above: 4 },
    severity: alarm,
    minDuration: 300,
    cooldown: 600,
  },
  { name: '垃圾满溢', condition: { kind: ConditionKind.overflow, above: 97 }, severity: alarm, minDuration: 0, cooldown: 3600 },
  { name: '客流超限', condition: { kind: ConditionKind.flow, perHour: 52 }, severity: warning, minDuration: 0, cooldown: 600 },
  { name: '设备离线', condition: { kind: ConditionKind.offline, after: 3600 }, severity: warning, minDuration: 0, cooldown: 0 },
]
const everyDay = [1, 2, 3, 4, 5, 6, 7]
const dayShifts = [
  { name: '早班', start: '05:00', end: '13:00' },
  { name: '中班', start: '13:00', end: '21:00' },
  { name: '夜班', start: '21:00', end: '05:00' },
]

/** Adds the rules for people and facilities of tenant 1, and the shifts of people; those for people were made at `createTime`. */
export async function loadOtherRules(tx: Tx, createTime: string) {
  const tenantId = 1
  const onDuty = await tx
    .insert(shifts)
    .values(dayShifts.map((shift) => ({ tenantId, ...shift, weekdays: everyDay })))
    .returning({ id: shifts.id })
  const shiftIds = onDuty.map(({ id }) => id)
  const ofCrews: NewRule[] = [
    {
      name: '超出作业区域',
      condition: { kind: ConditionKind.outOfArea, ...ofOwnAreas },
      severity: alarm,
      minDuration: 60,
      cooldown: 300,
    },
    {
      name: '脱离岗位',
      condition: { kind: ConditionKind.absent, ...ofOwnAreas, after: 900 },
      severity: alarm,
      shiftIds,
      minDuration: 0,
      cooldown: 1800,
    },
  ]
  await tx
    .insert(rules)
    .values([
      ...[...ofPeople, ...ofCrews].map((rule) => ({ tenantId, objectType: ObjectType.person, hours: [], createTime, ...rule })),
      ...ofFacilities.map((rule) => ({ tenantId, objectType: ObjectType.facility, hours: [], ...rule })),
    ])
}
