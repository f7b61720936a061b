import { type CleaningReport, getPendingCleaning, listCleaning } from '@huanwei/contract/cleaning/endpoints'
import { cleaningDeadline, cleaningStatusWords } from '@huanwei/contract/cleaning/rules'
import { departmentsFor } from '../../db/scope.ts'
import { atOnce, choice, type ExportList, exportList, figure, moment, rowId, text } from '../../lib/export-list.ts'
import { deadlineColumns } from '../deadlines/export.ts'
import { findReports, findWaiting } from './queries.ts'
import { cleaningReports } from './table.ts'

const cleaningColumns = [
  text<CleaningReport>('cleaning:column.code', (row) => row.code, 20),
  choice<CleaningReport>('cleaning:column.type', (row) => `cleaning:type.${row.type}`),
  text<CleaningReport>('cleaning:column.facility', (row) => row.facilityName, 24),
  text<CleaningReport>('cleaning:position', (row) => row.position, 40),
  text<CleaningReport>('cleaning:column.content', (row) => row.content, 40),
  text<CleaningReport>('cleaning:column.department', (row) => row.deptName),
  choice<CleaningReport>('cleaning:cause', ({ causeKind }) => causeKind && `cleaning:cause.${causeKind}`),
  text<CleaningReport>('cleaning:reporter', (row) => row.reporter),
  text<CleaningReport>('cleaning:contact', (row) => row.contact),
  moment<CleaningReport>('cleaning:column.time', (row) => row.reportTime),
  ...deadlineColumns<CleaningReport>(cleaningDeadline),
  choice<CleaningReport>('cleaning:column.status', (row) => `cleaning:status.${cleaningStatusWords[row.status]}`),
  text<CleaningReport>('cleaning:column.assignee', (row) => row.assigneeName),
  text<CleaningReport>('cleaning:vehicle', (row) => row.plateNumber),
  moment<CleaningReport>('cleaning:assignTime', (row) => row.assignTime),
  moment<CleaningReport>('cleaning:processTime', (row) => row.processTime),
  text<CleaningReport>('cleaning:act.process.text', (row) => row.processRemark, 40),
  figure<CleaningReport>('cleaning:score', (row) => row.score),
  text<CleaningReport>('cleaning:act.evaluate.text', (row) => row.evaluation, 40),
  moment<CleaningReport>('cleaning:overTime', (row) => row.overTime),
]

/** Lists of this noun that can be exported. */
export const cleaningExports: readonly ExportList[] = [
  exportList(listCleaning, 'cleaning:listTitle', {
    key: { tenantId: cleaningReports.tenantId, time: cleaningReports.reportTime, id: cleaningReports.id },
    idOf: rowId,
    columns: cleaningColumns,
    find: async (tx, viewer, filter) => findReports(tx, viewer, filter, await departmentsFor(tx, viewer, filter.deptId)),
  }),
  exportList(getPendingCleaning, 'cleaning:waitingTitle', {
    columns: cleaningColumns,
    ...atOnce((tx, viewer, { code }) => findWaiting(tx, viewer, code)),
  }),
]
