import { pick, seeded, whole } from '@huanwei/city/random'
import { EmergencyAct, Tier } from '@huanwei/contract/emergencies/codes'
import { AlarmType } from '@huanwei/contract/violations/codes'
import type { Tx } from '../../db/connect.ts'
import { emergencies, emergencyRecipients, emergencySteps } from '../../features/emergencies/table.ts'
import { momentOf, timeText } from '../../lib/time.ts'
import type { PastViolation, Recipient } from './history.ts'

/** A stored violation with the people of its department who are told. */
export type PastCall = PastViolation & { violationId: number; recipients: readonly Recipient[] }

const eventsOfCalls = ['紧急报警', 'SOS 求助']
/** Tells whether a past violation was a call for help. Names of rules may have words before these. */
export const isPastCall = ({ violationEvent }: PastViolation['violation']) =>
  eventsOfCalls.some((event) => violationEvent.endsWith(event))

const realRemarks = [
  '已联系本人，人员平安',
  '车辆故障，已派车救援',
  '身体不适，已安排同事接替并送医',
  '与社会车辆刮擦，已报交警处理',
]
const falseRemarks = ['电话联系，误触按钮', '终端误报，已通知检修', '本人未操作，按钮卡滞']
const secondMs = 1000

/** The emergency that a call for help was, taken and closed by `taker`; nothing where it would end after `now` (epoch ms). */
function pastEmergency(random: () => number, { violation, verdicts, violationId }: PastCall, taker: Recipient, now: number) {
  const { tenantId, createTime, lastTime, objectType, objectId, objectName, deptId, deptName } = violation
  const acknowledged = momentOf(createTime) + whole(random, 8, 55) * secondMs
  const closed = acknowledged + whole(random, 120, 1500) * secondMs
  const isReal = verdicts.at(-1)?.alarmType === AlarmType.real
  const remark = pick(random, isReal ? realRemarks : falseRemarks)
  if (closed >= now) return []
  return [
    {
      tenantId,
      objectType,
      objectId,
      objectName,
      deptId,
      deptName: deptName ?? '',
      name: violation.violationEvent,
      position: violation.position,
      lng: violation.lng,
      lat: violation.lat,
      time: createTime,
      lastTime,
      violationId,
      tier: Tier.onDuty,
      waitingSince: createTime,
      acknowledgedBy: taker.id,
      acknowledgedName: taker.name,
      acknowledgedTime: timeText(acknowledged),
      closedBy: taker.id,
      closedName: taker.name,
      closedTime: timeText(closed),
      remark,
    },
  ]
}

/** Id of a stored row; throws if there is none. */
export function idOf(stored: readonly { id: number }[], index: number) {
  const id = stored[index]?.id
  if (id === undefined) throw new Error('a row was not stored')
  return id
}

/** Stores the emergencies of past calls for help with their steps and the people who were told. The last of these took and closed it. */
export async function storeCallsForHelp(tx: Tx, calls: readonly PastCall[], now: Date) {
  const random = seeded(20_261_128)
  const ended = calls.flatMap((call) => {
    const taker = call.recipients.at(-1)
    return taker ? pastEmergency(random, call, taker, now.getTime()).map((emergency) => ({ call, emergency })) : []
  })
  if (!ended.length) return
  const stored = await tx
    .insert(emergencies)
    .values(ended.map(({ emergency }) => emergency))
    .returning({ id: emergencies.id })
  const steps: (typeof emergencySteps.$inferInsert)[] = []
  const told: (typeof emergencyRecipients.$inferInsert)[] = []
  for (const [i, { call, emergency }] of ended.entries()) {
    const { tenantId, time, tier, violationId, remark, acknowledgedTime, closedTime, closedName: userName } = emergency
    const common = { tenantId, emergencyId: idOf(stored, i) }
    steps.push(
      { ...common, createTime: time, act: EmergencyAct.called, violationId },
      { ...common, createTime: time, act: EmergencyAct.told, tier },
      { ...common, createTime: acknowledgedTime, act: EmergencyAct.acknowledged, userName },
      { ...common, createTime: closedTime, act: EmergencyAct.closed, userName, remark },
    )
    for (const { id: userId } of call.recipients) told.push({ ...common, userId, tier })
  }
  await tx.insert(emergencySteps).values(steps)
  await tx.insert(emergencyRecipients).values(told)
}
