import { type DepartmentRow, listDepartments } from '@huanwei/contract/departments/endpoints'
import { atOnce, type ExportList, exportList, figure, moment, text } from '../../lib/export-list.ts'
import { sumsBelow, type TreeLine, treeLines } from '../../lib/tree-lines.ts'
import { findDepartmentRows } from './queries.ts'

const pathOf = (names: string[]) => names.join(' / ')

/** A department with the totals of itself and all departments below it. */
type DepartmentLine = TreeLine<DepartmentRow> & { allUsers: number; allVehicles: number }

function departmentLines(rows: DepartmentRow[]): DepartmentLine[] {
  const idOf = ({ deptId }: DepartmentRow) => deptId
  const lines = treeLines(rows, idOf)
  const users = sumsBelow(lines, idOf, (row) => row.users)
  const vehicles = sumsBelow(lines, idOf, (row) => row.vehicles)
  return lines.map((line) => ({
    ...line,
    allUsers: users.get(line.deptId) ?? 0,
    allVehicles: vehicles.get(line.deptId) ?? 0,
  }))
}

const departmentColumns = [
  text<DepartmentLine>('departments:parent', ({ above }) => pathOf(above.map(({ name }) => name)), 40),
  text<DepartmentLine>('departments:name', (row) => row.name, 24),
  figure<DepartmentLine>('departments:users', (row) => row.users),
  figure<DepartmentLine>('departments:allUsers', (row) => row.allUsers, 18),
  figure<DepartmentLine>('departments:vehicles', (row) => row.vehicles),
  figure<DepartmentLine>('departments:allVehicles', (row) => row.allVehicles, 20),
  moment<DepartmentLine>('list:updateTime', (row) => row.updateTime),
  text<DepartmentLine>('departments:updateBy', (row) => row.updateBy),
]

/** Lists of this noun that can be exported. */
export const departmentExports: readonly ExportList[] = [
  exportList(listDepartments, 'departments:title', {
    columns: departmentColumns,
    ...atOnce(async (tx, viewer) => departmentLines(await findDepartmentRows(tx, viewer))),
  }),
]
