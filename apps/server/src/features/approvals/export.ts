import { ApprovalStatus } from '@huanwei/contract/approvals/codes'
import { type Approval, listApprovals } from '@huanwei/contract/approvals/endpoints'
import { approvalDeadline } from '@huanwei/contract/approvals/rules'
import { listApprovalPushes } from '@huanwei/contract/messages/endpoints'
import type { TextKey } from '@huanwei/words/messages'
import { departmentsFor } from '../../db/scope.ts'
import { choice, type ExportList, exportList, figure, moment, rowId, text } from '../../lib/export-list.ts'
import { deadlineColumns } from '../deadlines/export.ts'
import { pushed, pushIdOf, pushKey } from '../messages/export.ts'
import { findApprovalPushes, findApprovals } from './queries.ts'
import { approvals } from './table.ts'

const statusKeys = {
  [ApprovalStatus.pending]: 'approvals:status.pending',
  [ApprovalStatus.approved]: 'approvals:status.approved',
  [ApprovalStatus.rejected]: 'approvals:status.rejected',
  [ApprovalStatus.revoked]: 'approvals:status.revoked',
} as const satisfies Record<ApprovalStatus, TextKey>

const approvalColumns = [
  text<Approval>('approvals:column.applicant', (row) => row.objectName),
  text<Approval>('approvals:column.submitter', (row) => row.submittedByName),
  text<Approval>('list:department', (row) => row.deptName),
  text<Approval>('approvals:column.type', (row) => row.typeName),
  moment<Approval>('approvals:startTime', (row) => row.startTime),
  moment<Approval>('approvals:endTime', (row) => row.endTime),
  figure<Approval>('approvals:column.days', (row) => row.fate),
  text<Approval>('approvals:column.reason', (row) => row.reason, 40),
  choice<Approval>('approvals:column.status', (row) => statusKeys[row.status]),
  moment<Approval>('approvals:column.time', (row) => row.createTime),
  ...deadlineColumns<Approval>(approvalDeadline),
  moment<Approval>('approvals:decideTime', (row) => row.decideTime),
]

/** Lists of this noun that can be exported. */
export const approvalExports: readonly ExportList[] = [
  exportList(listApprovals, 'shell:item.approval', {
    key: { tenantId: approvals.tenantId, time: approvals.createTime, id: approvals.id },
    idOf: rowId,
    columns: approvalColumns,
    find: async (tx, viewer, filter, language) =>
      findApprovals(tx, viewer, filter, await departmentsFor(tx, viewer, filter.deptId), language),
  }),
  exportList(listApprovalPushes, 'shell:item.approval', {
    key: pushKey,
    idOf: pushIdOf,
    columns: approvalColumns,
    find: pushed(findApprovalPushes),
  }),
]
