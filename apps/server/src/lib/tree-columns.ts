import type { DepartmentRow } from '@huanwei/contract/departments/endpoints'
import { MenuType } from '@huanwei/contract/menus/codes'
import type { Language } from '@huanwei/contract/words'
import type { MenuLine } from '../features/menus/queries.ts'
import { choice, figure, moment, text } from './export-lists.ts'
import { menuWords, permissionWords } from './menu-words.ts'
import { sumsBelow, type TreeLine, treeLines } from './tree-lines.ts'
import { inLanguage } from './words.ts'

const pathOf = (names: string[]) => names.join(' / ')

/** A department with what is in it and all below. */
type DepartmentLine = TreeLine<DepartmentRow> & { allUsers: number; allVehicles: number }

export function departmentLines(rows: DepartmentRow[]): DepartmentLine[] {
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

export const departmentColumns = [
  text<DepartmentLine>(['上级部门', '上級部門', 'Above'], ({ above }) => pathOf(above.map(({ name }) => name)), 40),
  text<DepartmentLine>(['部门名称', '部門名稱', 'Name'], (row) => row.name, 24),
  figure<DepartmentLine>(['人员', '人員', 'People'], (row) => row.users),
  figure<DepartmentLine>(['人员（含下级）', '人員（含下級）', 'People (and below)'], (row) => row.allUsers, 18),
  figure<DepartmentLine>(['车辆', '車輛', 'Vehicles'], (row) => row.vehicles),
  figure<DepartmentLine>(['车辆（含下级）', '車輛（含下級）', 'Vehicles (and below)'], (row) => row.allVehicles, 20),
  moment<DepartmentLine>(['修改时间', '修改時間', 'Changed at'], (row) => row.updateTime),
  text<DepartmentLine>(['修改人', '修改人', 'Changed by'], (row) => row.updateBy),
]

/** What an item is called on the screen: by what it was given, else as the product calls it. */
function labelOf({ name, labels, type }: MenuLine, language: Language) {
  const given = language === 'zh-CN' ? undefined : labels[language]
  const words = (type === MenuType.button ? permissionWords : menuWords)[name]
  return given ?? (words ? inLanguage(language, words) : name)
}

type Line = TreeLine<MenuLine>

const isOn = { 0: ['否', '否', 'No'], 1: ['是', '是', 'Yes'] } as const

export const menuColumns = [
  text<Line>(['上级菜单', '上級選單', 'Above'], ({ above }, language) => pathOf(above.map((one) => labelOf(one, language))), 40),
  text<Line>(['名称', '名稱', 'Name'], labelOf, 24),
  choice<Line>(
    ['类型', '類型', 'Kind'],
    {
      [MenuType.menu]: ['菜单', '選單', 'Menu'],
      [MenuType.button]: ['按钮', '按鈕', 'Button'],
      [MenuType.top]: ['子系统', '子系統', 'Sub-system'],
    },
    (row) => row.type,
  ),
  text<Line>(['路径', '路徑', 'Path'], (row) => row.path, 30),
  text<Line>(['权限标识', '權限標識', 'Permission'], (row) => row.code, 30),
  text<Line>(['图标', '圖示', 'Icon'], (row) => row.icon),
  figure<Line>(['排序', '排序', 'Order'], (row) => row.sort),
  choice<Line>(['显示', '顯示', 'Shown'], { 0: isOn[1], 1: isOn[0] }, (row) => row.visible),
  choice<Line>(['缓存', '快取', 'Kept'], isOn, (row) => row.keepAlive),
]
