import { listAdjustments } from '@huanwei/contract/adjustments/endpoints'
import { departmentsFor } from '../../db/scope.ts'
import { choice, type ExportList, exportList, moment, rowId, text } from '../../lib/export-list.ts'
import { type AdjustmentRow, adjustmentList, findAdjustments } from './queries.ts'

const adjustmentColumns = [
  text<AdjustmentRow>('attendance:person', (row) => row.objectName),
  text<AdjustmentRow>('list:department', (row) => row.deptName),
  text<AdjustmentRow>('attendance:day', (row) => row.day),
  choice<AdjustmentRow>('attendance:fromState', (row) => `attendance:states.${row.fromState}`),
  choice<AdjustmentRow>('attendance:toState', (row) => `attendance:states.${row.toState}`),
  text<AdjustmentRow>('attendance:reason', (row) => row.reason, 40),
  choice<AdjustmentRow>('attendance:status', (row) => `attendance:statuses.${row.status}`),
  text<AdjustmentRow>('attendance:submitter', (row) => row.submittedByName),
  moment<AdjustmentRow>('attendance:askedTime', (row) => row.createTime),
  text<AdjustmentRow>('attendance:opinion', ({ steps }) => (steps.length > 1 ? (steps.at(-1)?.reason ?? '') : ''), 40),
]

/** Lists of this noun that can be exported. */
export const adjustmentExports: readonly ExportList[] = [
  exportList(listAdjustments, 'attendance:adjustments', {
    key: { tenantId: adjustmentList.table.tenantId, time: adjustmentList.time, id: adjustmentList.id },
    idOf: rowId,
    columns: adjustmentColumns,
    find: async (tx, viewer, filter) => findAdjustments(tx, viewer, filter, await departmentsFor(tx, viewer, filter.deptId)),
  }),
]
