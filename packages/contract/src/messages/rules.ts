import { ApprovalStatus } from '../approvals/codes.ts'
import { InspectionTab } from '../inspections/codes.ts'
import type { Permission } from '../permissions.ts'
import { MsgType, PushStatus } from './codes.ts'

/** A type of message that a queue holds: all but reminders. */
export type QueueType = Exclude<MsgType, typeof MsgType.reminder>

/** Whose events of each queue are to handle. */
export const handlingPermissions = {
  [MsgType.violation]: 'violation_handle',
  [MsgType.inspection]: 'inspection_handle',
  [MsgType.approval]: 'approval_handle',
  [MsgType.public]: 'complaint_handle',
} as const satisfies Record<QueueType, Permission>

/** Tabs of each queue whose events wait for its handlers; of reminders those that are still to be done. */
export const waitingTabs: Readonly<Record<MsgType, readonly number[]>> = {
  [MsgType.violation]: [PushStatus.pending],
  [MsgType.reminder]: [PushStatus.pending],
  [MsgType.inspection]: [InspectionTab.waiting, InspectionTab.returned],
  [MsgType.approval]: [ApprovalStatus.pending],
  [MsgType.public]: [PushStatus.pending],
}

/** True when a message under this tab waits for a handler. Pure. */
export const doesWait = (msgType: MsgType, status: number) => waitingTabs[msgType].includes(status)
