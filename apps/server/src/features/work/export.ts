import { listWorkPlans, listWorkTasks } from '@huanwei/contract/work/endpoints'
import { departmentsFor } from '../../db/scope.ts'
import { choice, type ExportList, exportList, figure, moment, rowId, text, yesOrNo } from '../../lib/export-list.ts'
import { findWorkPlans, findWorkTasks, type WorkPlanRow, type WorkTaskRow } from './queries.ts'
import { workPlans, workTasks } from './table.ts'

const namesOf = (list: readonly { name: string }[]) => list.map(({ name }) => name).join(' ')

const planColumns = [
  text<WorkPlanRow>('work:name', (row) => row.name, 24),
  choice<WorkPlanRow>('work:jobType', (row) => `work:jobTypes.${row.jobType}`),
  text<WorkPlanRow>('work:crew', (row) => row.deptName),
  text<WorkPlanRow>('work:shifts', (row) => namesOf(row.shifts)),
  figure<WorkPlanRow>('work:times', (row) => row.times),
  text<WorkPlanRow>('work:vehicles', (row) => namesOf(row.vehicles), 30),
  text<WorkPlanRow>('work:people', (row) => namesOf(row.people), 30),
  text<WorkPlanRow>('work:roads', (row) => namesOf(row.roads), 30),
  text<WorkPlanRow>('work:stops', (row) => namesOf(row.stops), 30),
  text<WorkPlanRow>('work:firstDay', (row) => row.firstDay ?? ''),
  text<WorkPlanRow>('work:lastDay', (row) => row.lastDay ?? ''),
  figure<WorkPlanRow>('work:goal', (row) => row.goal),
  choice<WorkPlanRow>('work:enabled', (row) => yesOrNo(row.enabled)),
  text<WorkPlanRow>('work:remark', (row) => row.remark, 40),
  moment<WorkPlanRow>('list:updateTime', (row) => row.updateTime),
]

const taskColumns = [
  text<WorkTaskRow>('work:day', (row) => row.day),
  text<WorkTaskRow>('work:name', (row) => row.name, 24),
  choice<WorkTaskRow>('work:jobType', (row) => `work:jobTypes.${row.jobType}`),
  text<WorkTaskRow>('work:crew', (row) => row.deptName),
  text<WorkTaskRow>('work:shift', (row) => row.shiftName),
  moment<WorkTaskRow>('work:startTime', (row) => row.startTime),
  moment<WorkTaskRow>('work:endTime', (row) => row.endTime),
  choice<WorkTaskRow>('work:state', (row) => `work:states.${row.state}`),
  text<WorkTaskRow>('work:vehicles', (row) => namesOf(row.vehicles), 30),
  text<WorkTaskRow>('work:people', (row) => namesOf(row.people), 30),
  figure<WorkTaskRow>('work:plannedMetres', (row) => row.plannedMetres),
  figure<WorkTaskRow>('work:workedMetres', (row) => row.workedMetres),
  figure<WorkTaskRow>('work:stopCount', (row) => row.stopCount),
  figure<WorkTaskRow>('work:visitedCount', (row) => row.visitedCount),
  figure<WorkTaskRow>('work:measuredCount', (row) => row.measuredCount),
  figure<WorkTaskRow>('work:emptiedCount', (row) => row.emptiedCount),
  moment<WorkTaskRow>('work:firstTime', (row) => row.firstTime),
  moment<WorkTaskRow>('work:doneTime', (row) => row.doneTime),
]

/** Lists of this noun that can be exported. */
export const workExports: readonly ExportList[] = [
  exportList(listWorkPlans, 'work:plans', {
    key: { tenantId: workPlans.tenantId, time: workPlans.createTime, id: workPlans.id },
    idOf: rowId,
    columns: planColumns,
    find: async (tx, viewer, filter) => findWorkPlans(tx, viewer, filter, await departmentsFor(tx, viewer, filter.deptId)),
  }),
  exportList(listWorkTasks, 'work:tasks', {
    key: { tenantId: workTasks.tenantId, time: workTasks.startTime, id: workTasks.id },
    idOf: rowId,
    columns: taskColumns,
    find: async (tx, viewer, filter) => findWorkTasks(tx, viewer, filter, await departmentsFor(tx, viewer, filter.deptId)),
  }),
]
