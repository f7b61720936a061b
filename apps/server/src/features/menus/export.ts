import { getMenuTree } from '@huanwei/contract/menus/endpoints'
import { atOnce, choice, type ExportList, exportList, figure, rowId, text, yesOrNo } from '../../lib/export-list.ts'
import { type TreeLine, treeLines } from '../../lib/tree-lines.ts'
import { menuLabel } from './menu-labels.ts'
import { findAll, type MenuLine } from './queries.ts'

const pathOf = (names: string[]) => names.join(' / ')

type Line = TreeLine<MenuLine>

const menuColumns = [
  text<Line>('menus:parent', ({ above }, language) => pathOf(above.map((one) => menuLabel(language, one))), 40),
  text<Line>('menus:column.name', (row, language) => menuLabel(language, row), 24),
  choice<Line>('menus:column.type', (row) => `menus:type.${row.type}`),
  text<Line>('menus:column.path', (row) => row.path, 30),
  text<Line>('menus:column.permission', (row) => row.code, 30),
  text<Line>('menus:icon', (row) => row.icon),
  figure<Line>('menus:column.sort', (row) => row.sort),
  choice<Line>('menus:column.visible', (row) => yesOrNo(row.visible === '0')),
  choice<Line>('menus:column.keepAlive', (row) => yesOrNo(row.keepAlive === '1')),
]

/** Lists of this noun that can be exported. */
export const menuExports: readonly ExportList[] = [
  exportList(getMenuTree, 'menus:type.0', {
    access: { permission: 'sys_menu_view' },
    columns: menuColumns,
    ...atOnce(async (tx, { tenantId }) => treeLines(await findAll(tx, tenantId), rowId)),
  }),
]
