import { MsgType } from '@huanwei/contract/messages/codes'
import { handlingPermissions, type QueueType } from '@huanwei/contract/messages/rules'
import { findApprovalPushes } from './features/approvals/queries.ts'
import { approvals } from './features/approvals/table.ts'
import { findComplaintPushes } from './features/complaints/queries.ts'
import { complaints } from './features/complaints/table.ts'
import { findInspectionPushes } from './features/inspections/queries.ts'
import { inspections } from './features/inspections/table.ts'
import type { FindPushes } from './features/messages/queries.ts'
import type { Queue } from './features/presence/queries.ts'
import { findViolationPushes } from './features/violations/queries.ts'
import { violations } from './features/violations/table.ts'

/** The work queues by the kind of their messages, as the message centre and presence see them; neither imports a queue. Source: spec 3, section 10. */
export const queues: Record<QueueType, Queue & { findPushes: FindPushes }> = {
  [MsgType.violation]: { table: violations, handling: handlingPermissions[MsgType.violation], findPushes: findViolationPushes },
  [MsgType.inspection]: {
    table: inspections,
    handling: handlingPermissions[MsgType.inspection],
    findPushes: findInspectionPushes,
  },
  [MsgType.approval]: { table: approvals, handling: handlingPermissions[MsgType.approval], findPushes: findApprovalPushes },
  [MsgType.public]: { table: complaints, handling: handlingPermissions[MsgType.public], findPushes: findComplaintPushes },
}
