import { MenuType } from '@huanwei/contract/menus/codes'
import { getMenuTree } from '@huanwei/contract/menus/endpoints'
import type { Language } from '@huanwei/words/languages'
import { sayKnown } from '@huanwei/words/say'
import { atOnce, choice, type ExportList, exportList, figure, rowId, text, yesOrNo } from '../../lib/export-list.ts'
import { type TreeLine, treeLines } from '../../lib/tree-lines.ts'

import { findAll, type MenuLine } from './queries.ts'

const pathOf = (names: string[]) => names.join(' / ')

/** Label of an item on the screen: the one it was given, else the product's own. */
function labelOf({ name, labels, type }: MenuLine, language: Language) {
  const given = language === 'zh-CN' ? undefined : labels[language]
  const noun = type === MenuType.button ? 'menus:permission' : 'shell:item'
  return given ?? sayKnown(language, `${noun}.${name}`) ?? name
}

type Line = TreeLine<MenuLine>

const menuColumns = [
  text<Line>('menus:parent', ({ above }, language) => pathOf(above.map((one) => labelOf(one, language))), 40),
  text<Line>('menus:column.name', labelOf, 24),
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
