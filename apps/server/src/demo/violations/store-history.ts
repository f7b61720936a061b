import { MsgType, PushStatus } from '@huanwei/contract/messages/codes'
import { AlarmType } from '@huanwei/contract/violations/codes'
import type { Tx } from '../../db/connect.ts'
import { pushes } from '../../features/messages/table.ts'
import { violationSteps, violations } from '../../features/violations/table.ts'
import { idOf, isPastCall, type PastCall, storeCallsForHelp } from './calls-for-help.ts'
import type { PastViolation, Recipient } from './history.ts'

/** Number of rows per statement. */
const together = 1000

/**
 * Stores violations with their steps and one push record per recipient of their department, and the emergencies of calls for help
 * that ended before `now`. The last recipient handled them.
 */
export async function storeHistory(tx: Tx, history: readonly PastViolation[], recipients: readonly Recipient[], now: Date) {
  const calls: PastCall[] = []
  for (let from = 0; from < history.length; from += together) {
    const part = history.slice(from, from + together)
    const stored = await tx
      .insert(violations)
      .values(part.map((one) => one.violation))
      .returning({ id: violations.id })
    const steps: (typeof violationSteps.$inferInsert)[] = []
    const pushed: (typeof pushes.$inferInsert)[] = []
    for (const [i, { violation, verdicts }] of part.entries()) {
      const violationId = idOf(stored, i)
      const { tenantId, createTime, objectType, objectId, deptId } = violation
      const recipientsInScope = recipients.filter(({ departments }) => departments === null || departments.includes(deptId))
      const judge = recipientsInScope.at(-1)
      const common = { tenantId, violationId }
      steps.push({ ...common, createTime, objectName: violation.violationEvent, alarmType: AlarmType.pending, remark: '' })
      for (const { alarmType, remark, time } of judge ? verdicts : [])
        steps.push({ ...common, createTime: time, userId: judge?.id, objectName: judge?.name ?? '', alarmType, remark })
      const status = verdicts.length ? PushStatus.handled : PushStatus.pending
      const readUnread = verdicts.length ? 1 : 0
      const push = {
        tenantId,
        createTime,
        msgType: MsgType.violation,
        eventId: violationId,
        objectType,
        objectId,
        deptId,
        status,
        readUnread,
      } as const
      for (const { id } of recipientsInScope) pushed.push({ ...push, pushObjectId: id })
      if (isPastCall(violation)) calls.push({ violation, verdicts, violationId, recipients: recipientsInScope })
    }
    await tx.insert(violationSteps).values(steps)
    await tx.insert(pushes).values(pushed)
  }
  await storeCallsForHelp(tx, calls, now)
}
