import { ObjectType } from '@huanwei/contract/objects'
import { ConditionKind, Severity } from '@huanwei/contract/rules/codes'
import { AlarmBit } from '@huanwei/terminal/alarm'
import type { Tx } from '../db/connect.ts'
import { rules } from '../features/rules/table.ts'
import type { Department } from './organisation.ts'
import type { LoadedVehicle } from './vehicles.ts'

export type LoadedRule = typeof rules.$inferSelect

type NewRule = Omit<typeof rules.$inferInsert, 'tenantId' | 'objectType' | 'hours'> & { hours?: LoadedRule['hours'] }

const { alarm, warning } = Severity
const workingHours = [{ start: '07:00', end: '18:00', weekdays: [1, 2, 3, 4, 5, 6, 7] }]
const ofTerminal = (bit: number) => ({ kind: ConditionKind.terminalAlarm, bit })

/** What is watched in tenant 1; `grounds`: working area by department. */
export async function loadRules(
  tx: Tx,
  fleet: readonly LoadedVehicle[],
  crews: readonly Department[],
  grounds: ReadonlyMap<number, number>,
): Promise<LoadedRule[]> {
  const sweepers = fleet.filter(({ vehicle }) => vehicle.type === '洗扫车').map(({ id }) => id)
  const wanted: NewRule[] = [
    {
      ...{ name: '车辆超速', condition: { kind: ConditionKind.speeding, limit: 60 }, severity: alarm },
      ...{ minDuration: 10, cooldown: 60, voiceText: '您已超速，请减速慢行' },
    },
    {
      ...{ name: '洗扫车超速', condition: { kind: ConditionKind.speeding, limit: 40 }, severity: warning, objectIds: sweepers },
      ...{ minDuration: 10, cooldown: 60 },
    },
    { name: '紧急报警', condition: ofTerminal(AlarmBit.sos), severity: alarm, minDuration: 0, cooldown: 60 },
    {
      ...{ name: '疲劳驾驶', condition: ofTerminal(AlarmBit.fatigue), severity: alarm, minDuration: 30, cooldown: 300 },
      ...{ voiceText: '您已疲劳驾驶，请停车休息' },
    },
    { name: '终端超速报警', condition: ofTerminal(AlarmBit.overspeed), severity: alarm, minDuration: 0, cooldown: 120 },
    {
      ...{ name: '作业时段离线', condition: { kind: ConditionKind.offline, after: 900 }, severity: alarm, hours: workingHours },
      ...{ minDuration: 0, cooldown: 0 },
    },
    { name: '主电源断电', condition: ofTerminal(AlarmBit.powerLost), severity: warning, minDuration: 30, cooldown: 300 },
    ...crews.flatMap(({ id, name }) => {
      const ground = grounds.get(id)
      if (ground === undefined) return []
      const condition = { kind: ConditionKind.outOfArea, areaIds: [ground] }
      const voiceText = '您已驶离作业区域，请尽快返回'
      return { name: `${name}驶离作业区`, condition, severity: alarm, deptIds: [id], minDuration: 60, cooldown: 300, voiceText }
    }),
  ]
  return tx
    .insert(rules)
    .values(wanted.map((rule) => ({ tenantId: 1, objectType: ObjectType.vehicle, hours: [], ...rule })))
    .returning()
}
