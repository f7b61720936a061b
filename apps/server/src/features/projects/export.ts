import { listProjects } from '@huanwei/contract/projects/endpoints'
import { departmentsFor } from '../../db/scope.ts'
import { choice, type ExportList, exportList, figure, moment, rowId, text } from '../../lib/export-list.ts'
import { findProjects, type ProjectRow } from './queries.ts'
import { projects } from './table.ts'

const projectColumns = [
  text<ProjectRow>('projects:name', (row) => row.name, 24),
  text<ProjectRow>('projects:code', (row) => row.code),
  choice<ProjectRow>('projects:status', (row) => `projects:statuses.${row.status}`),
  text<ProjectRow>('projects:departments', (row) => row.deptNames.join(' '), 30),
  text<ProjectRow>('projects:areas', (row) => row.areaNames.join(' '), 30),
  text<ProjectRow>('projects:startDay', (row) => row.startDay ?? ''),
  text<ProjectRow>('projects:endDay', (row) => row.endDay ?? ''),
  text<ProjectRow>('projects:manager', (row) => row.manager),
  figure<ProjectRow>('projects:amountYuan', (row) => row.contractAmount, 18),
  text<ProjectRow>('projects:remark', (row) => row.remark, 40),
  moment<ProjectRow>('projects:createTime', (row) => row.createTime),
]

/** Lists of this noun that can be exported. */
export const projectExports: readonly ExportList[] = [
  exportList(listProjects, 'projects:title', {
    key: { tenantId: projects.tenantId, time: projects.createTime, id: projects.id },
    idOf: rowId,
    columns: projectColumns,
    find: async (tx, viewer, filter) => findProjects(tx, viewer, filter, await departmentsFor(tx, viewer, filter.deptId)),
  }),
]
