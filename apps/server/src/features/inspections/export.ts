import { InspectionStatus } from '@huanwei/contract/inspections/codes'
import { type InspectionRow, listInspections } from '@huanwei/contract/inspections/endpoints'
import { inspectionDeadline } from '@huanwei/contract/inspections/rules'
import { listInspectionPushes } from '@huanwei/contract/messages/endpoints'
import type { TextKey } from '@huanwei/words/messages'
import { departmentsFor } from '../../db/scope.ts'
import { choice, type ExportList, exportList, figure, moment, rowId, text } from '../../lib/export-list.ts'
import { deadlineColumns } from '../deadlines/export.ts'
import { workColumns } from '../dispatched/export.ts'
import { pushed, pushIdOf, pushKey } from '../messages/export.ts'
import { findInspectionPushes, findInspections } from './queries.ts'
import { inspections } from './table.ts'

function stateOf({ status, ifReturn }: Pick<InspectionRow, 'status' | 'ifReturn'>): TextKey {
  if (status === InspectionStatus.waiting) return ifReturn === 1 ? 'inspections:state.returned' : 'inspections:state.waiting'
  return status === InspectionStatus.fedBack ? 'inspections:state.fedBack' : 'inspections:state.closed'
}

const inspectionColumns = [
  text<InspectionRow>('inspections:column.reporter', (row) => row.reportPersonName),
  text<InspectionRow>('inspections:column.responsible', (row) => row.responsibleName),
  text<InspectionRow>('list:department', (row) => row.deptName),
  text<InspectionRow>('inspections:project', (row) => row.projectName ?? ''),
  text<InspectionRow>('inspections:column.business', (row) => row.businessTypeName),
  text<InspectionRow>('inspections:content', (row) => row.eventContent, 40),
  text<InspectionRow>('inspections:column.standard', (row) => row.assessmentStandardName, 24),
  figure<InspectionRow>('inspections:column.score', (row) => row.score),
  text<InspectionRow>('inspections:column.position', (row) => row.position, 40),
  moment<InspectionRow>('inspections:column.time', (row) => row.createTime),
  figure<InspectionRow>('inspections:limitHours', (row) => row.disposeTimeLimit, 16),
  figure<InspectionRow>('inspections:usedMinutes', (row) => row.disposeTime, 16),
  ...deadlineColumns<InspectionRow>(inspectionDeadline),
  choice<InspectionRow>('inspections:column.status', stateOf),
  ...workColumns<InspectionRow>(),
]

/** Lists of this noun that can be exported. */
export const inspectionExports: readonly ExportList[] = [
  exportList(listInspections, 'inspections:title', {
    key: { tenantId: inspections.tenantId, time: inspections.createTime, id: inspections.id },
    idOf: rowId,
    columns: inspectionColumns,
    find: async (tx, viewer, filter, language) =>
      findInspections(tx, viewer, filter, await departmentsFor(tx, viewer, filter.deptId), language),
  }),
  exportList(listInspectionPushes, 'inspections:title', {
    key: pushKey,
    idOf: pushIdOf,
    columns: inspectionColumns,
    find: pushed(findInspectionPushes),
  }),
]
