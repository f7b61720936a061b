import type { TaskPlan, TaskRecord } from '@huanwei/contract/plans/endpoints'
import { clockOf } from '@huanwei/contract/plans/rules'
import { figure, moment, text } from './export-lists.ts'

export const planColumns = [
  text<TaskPlan>(['计划名称', '計畫名稱', 'Name'], (row) => row.name, 24),
  text<TaskPlan>(['部门', '部門', 'Department'], (row) => row.deptName),
  text<TaskPlan>(['负责人', '負責人', 'Person in charge'], (row) => row.userName),
  text<TaskPlan>(['每天到场时间', '每天到場時間', 'Times of each day'], (row) => row.dueMinutes.map(clockOf).join(', '), 24),
  figure<TaskPlan>(['设施数', '設施數', 'Facilities'], (row) => row.facilities.length),
  text<TaskPlan>(['设施', '設施', 'Which'], (row) => row.facilities.map(({ facilityName }) => facilityName).join(', '), 50),
  moment<TaskPlan>(['修改时间', '修改時間', 'Changed at'], (row) => row.updateTime),
]

export const visitColumns = [
  moment<TaskRecord>(['应到时间', '應到時間', 'Due'], (row) => row.dueTime),
  text<TaskRecord>(['设施', '設施', 'Facility'], (row) => row.facilityName, 24),
  text<TaskRecord>(['计划名称', '計畫名稱', 'Plan'], (row) => row.planName, 24),
  text<TaskRecord>(['负责人', '負責人', 'Person in charge'], (row) => row.userName),
  moment<TaskRecord>(['完成时间', '完成時間', 'Done at'], (row) => row.doneTime),
  text<TaskRecord>(['完成人', '完成人', 'Done by'], (row) => row.doneName),
  text<TaskRecord>(['备注', '備註', 'Remark'], (row) => row.remark, 40),
]
