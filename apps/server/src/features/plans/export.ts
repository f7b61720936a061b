import { listRecords, pagePlans, type TaskPlan, type TaskRecord } from '@huanwei/contract/plans/endpoints'
import { clockOf } from '@huanwei/contract/plans/rules'
import { atOnce, type ExportList, exportList, figure, moment, text } from '../../lib/export-list.ts'
import { findPlanPage, findRecords, planDepartments } from './queries.ts'

const planColumns = [
  text<TaskPlan>('plans:name', (row) => row.name, 24),
  text<TaskPlan>('plans:department', (row) => row.deptName),
  text<TaskPlan>('plans:person', (row) => row.userName),
  text<TaskPlan>('plans:dueTimes', (row) => row.dueMinutes.map(clockOf).join(', '), 24),
  figure<TaskPlan>('plans:facilityCount', (row) => row.facilities.length),
  text<TaskPlan>('plans:facilitiesField', (row) => row.facilities.map(({ facilityName }) => facilityName).join(', '), 50),
  moment<TaskPlan>('list:updateTime', (row) => row.updateTime),
]

const visitColumns = [
  moment<TaskRecord>('plans:dueTime', (row) => row.dueTime),
  text<TaskRecord>('plans:facilitiesField', (row) => row.facilityName, 24),
  text<TaskRecord>('plans:name', (row) => row.planName, 24),
  text<TaskRecord>('plans:person', (row) => row.userName),
  moment<TaskRecord>('plans:doneTime', (row) => row.doneTime),
  text<TaskRecord>('plans:doneBy', (row) => row.doneName),
  text<TaskRecord>('plans:remark', (row) => row.remark, 40),
]

/** Lists of this noun that can be exported. */
export const planExports: readonly ExportList[] = [
  exportList(pagePlans, 'plans:title', {
    afterOf: ({ id }) => ({ time: '', id }),
    columns: planColumns,
    find: async (tx, viewer, filter) => findPlanPage(tx, viewer, filter, await planDepartments(tx, viewer, filter.deptId)),
  }),
  exportList(listRecords, 'plans:records', {
    columns: visitColumns,
    ...atOnce((tx, viewer, filter) => findRecords(tx, viewer, filter)),
  }),
]
