import { listReportSchedules, listReports, type Report } from '@huanwei/contract/reports/endpoints'
import { periodOf } from '@huanwei/contract/reports/rules'
import { departmentsFor } from '../../db/scope.ts'
import { choice, type ExportList, exportList, figure, moment, rowId, text } from '../../lib/export-list.ts'
import { findReportForms, type ReportFormRow } from './queries.ts'
import { findSchedules } from './schedules/queries.ts'
import { reportSchedules, reports } from './table.ts'

type Schedule = Awaited<ReturnType<typeof findSchedules>>['records'][number]
type About = Pick<Report, 'kind' | 'grouping' | 'deptName' | 'projectName'>

const about = <Row extends About>() => [
  choice<Row>('reports:kindLabel', (row) => `reports:kind.${row.kind}`),
  choice<Row>('reports:groupingLabel', (row) => row.grouping && `reports:by.${row.grouping}`),
  text<Row>('reports:department', (row) => row.deptName ?? ''),
  text<Row>('reports:project', (row) => row.projectName ?? ''),
]

const reportColumns = [
  text<ReportFormRow>('reports:name', (row) => row.name, 40),
  ...about<ReportFormRow>(),
  choice<ReportFormRow>('reports:periodLabel', (row) => `reports:period.${periodOf(row.firstDay, row.lastDay)}`),
  text<ReportFormRow>('list:firstDay', (row) => row.firstDay),
  text<ReportFormRow>('list:lastDay', (row) => row.lastDay),
  choice<ReportFormRow>('reports:statusLabel', (row) => `reports:status.${row.status}`),
  figure<ReportFormRow>('reports:rowCount', (row) => row.rows),
  text<ReportFormRow>('reports:createBy', (row) => row.createBy),
  moment<ReportFormRow>('reports:createTime', (row) => row.createTime),
  moment<ReportFormRow>('reports:finishTime', (row) => row.finishTime),
]

const scheduleColumns = [
  text<Schedule>('reports:name', (row) => row.name, 30),
  ...about<Schedule>(),
  choice<Schedule>('reports:schedule.every', (row) => `reports:schedule.everyOf.${row.every}`),
  text<Schedule>('reports:schedule.time', (row) => row.time),
  text<Schedule>('reports:schedule.receivers', (row) => row.receiverNames.join(' '), 30),
  text<Schedule>('reports:schedule.owner', (row) => row.createBy),
  moment<Schedule>('reports:schedule.next', (row) => row.nextTime),
  moment<Schedule>('reports:schedule.last', (row) => row.lastTime),
  choice<Schedule>('reports:statusLabel', (row) => `reports:schedule.${row.nextTime === null ? 'stopped' : 'running'}`),
]

/** Lists of this noun that can be exported. */
export const reportExports: readonly ExportList[] = [
  exportList(listReports, 'reports:title', {
    key: { tenantId: reports.tenantId, time: reports.createTime, id: reports.id },
    idOf: rowId,
    columns: reportColumns,
    find: async (tx, viewer, filter) => findReportForms(tx, viewer, filter, await departmentsFor(tx, viewer, filter.deptId)),
  }),
  exportList(listReportSchedules, 'reports:tab.schedules', {
    key: { tenantId: reportSchedules.tenantId, time: reportSchedules.createTime, id: reportSchedules.id },
    idOf: rowId,
    columns: scheduleColumns,
    find: findSchedules,
  }),
]
