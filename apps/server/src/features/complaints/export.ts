import { ComplaintStatus } from '@huanwei/contract/complaints/codes'
import { type ListedComplaint, listComplaints } from '@huanwei/contract/complaints/endpoints'
import { complaintDeadline } from '@huanwei/contract/complaints/rules'
import { listComplaintPushes } from '@huanwei/contract/messages/endpoints'
import { departmentsFor } from '../../db/scope.ts'
import { choice, type ExportList, exportList, figure, moment, rowId, text } from '../../lib/export-list.ts'
import { deadlineColumns } from '../deadlines/export.ts'
import { workColumns } from '../dispatched/export.ts'
import { pushed, pushIdOf, pushKey } from '../messages/export.ts'
import { findComplaintPushes, findComplaints } from './queries.ts'
import { complaints } from './table.ts'

const complaintColumns = [
  text<ListedComplaint>('complaints:column.facility', (row) => row.facilityName, 24),
  text<ListedComplaint>('complaints:department', (row) => row.deptName),
  choice<ListedComplaint>('complaints:column.type', (row) => `complaints:type.${row.eventType}`),
  text<ListedComplaint>('complaints:column.content', (row) => row.content, 50),
  text<ListedComplaint>('complaints:column.reporter', (row) => row.reportPerson),
  text<ListedComplaint>('complaints:column.contact', (row) => row.contactInformation),
  text<ListedComplaint>('complaints:column.position', (row) => row.position, 30),
  moment<ListedComplaint>('complaints:column.time', (row) => row.eventTime),
  ...deadlineColumns<ListedComplaint>(complaintDeadline),
  choice<ListedComplaint>('complaints:column.status', (row) =>
    row.status === ComplaintStatus.handled ? 'complaints:status.processed' : 'complaints:status.pending',
  ),
  text<ListedComplaint>('complaints:reply.content', (row) => row.resultContent, 50),
  moment<ListedComplaint>('complaints:reply.time', (row) => row.resultTime),
  figure<ListedComplaint>('complaints:score', (row) => row.score),
  text<ListedComplaint>('complaints:scoreRemark', (row) => row.scoreRemark, 40),
  ...workColumns<ListedComplaint>(),
]

/** Lists of this noun that can be exported. */
export const complaintExports: readonly ExportList[] = [
  exportList(listComplaints, 'complaints:title', {
    key: { tenantId: complaints.tenantId, time: complaints.eventTime, id: complaints.id },
    idOf: rowId,
    columns: complaintColumns,
    find: async (tx, viewer, filter) => findComplaints(tx, viewer, filter, await departmentsFor(tx, viewer, filter.deptId)),
  }),
  exportList(listComplaintPushes, 'complaints:title', {
    key: pushKey,
    idOf: pushIdOf,
    columns: complaintColumns,
    find: pushed(findComplaintPushes),
  }),
]
