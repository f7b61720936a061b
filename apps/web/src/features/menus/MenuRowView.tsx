import { AppstoreOutlined, ArrowDownOutlined, ArrowUpOutlined, FileOutlined, KeyOutlined, RightOutlined } from '@ant-design/icons'
import { MenuType } from '@huanwei/contract/menus/codes'
import type { MenuTreeNode } from '@huanwei/contract/menus/endpoints'
import { useTranslation } from 'react-i18next'
import { useMayForAll } from '../../lib/session.ts'
import { MenuIcon } from '../../shell/menu/menu-icons.tsx'
import { ListTag } from '../../ui/list/ListTag.tsx'
import type { MenuRow } from './menu-rows.ts'
import { typeKey } from './menu-type.ts'
import type { MenuDrag } from './use-menu-drag.ts'

export type MenuActions = {
  onToggle: (id: number) => void
  onOpen: (node: MenuTreeNode) => void
  onAdd: (node: MenuTreeNode) => void
  onMove: (node: MenuTreeNode, siblings: MenuTreeNode[], step: number) => void
}

type Props = MenuActions & {
  row: MenuRow
  isSorted: boolean
  isReachable: boolean
  /** Its form is open. */
  isShown: boolean
  onReach: () => void
  drag: MenuDrag
}

const looks = {
  [MenuType.menu]: { tone: 'plain', icon: <FileOutlined /> },
  [MenuType.button]: { tone: 'plain', icon: <KeyOutlined /> },
  [MenuType.top]: { tone: 'good', icon: <AppstoreOutlined /> },
} as const

/** One item of the menu as a row of the tree. */
export function MenuRowView({ row, isSorted, isReachable, isShown, onReach, drag, ...actions }: Props) {
  const { t } = useTranslation('menus')
  const { node, level, place, siblings, isOpen } = row
  const { label } = node
  return (
    <tr
      tabIndex={isReachable ? 0 : -1}
      aria-level={level}
      aria-posinset={place}
      aria-setsize={siblings.length}
      aria-expanded={node.children.length > 0 ? isOpen : undefined}
      aria-current={isShown ? 'true' : undefined}
      {...drag}
      onFocus={onReach}
      onDoubleClick={() => actions.onOpen(node)}
    >
      <td data-card="head">
        <Name row={row} label={label} onToggle={actions.onToggle} />
      </td>
      <td data-label={t('column.type')}>
        <ListTag {...looks[node.type]} text={t(typeKey(node))} />
      </td>
      <td data-label={t('column.path')} title={node.path ?? undefined}>
        {node.path ?? '—'}
      </td>
      <td data-label={t('column.permission')} title={node.code ?? undefined}>
        {node.code ?? '—'}
      </td>
      <td data-label={t('column.sort')}>
        <Order row={row} label={label} isSorted={isSorted} onMove={actions.onMove} />
      </td>
      <td data-label={t('column.visible')}>
        {node.type === MenuType.button ? '—' : t(node.visible === '0' ? 'shown' : 'hidden')}
      </td>
      <td data-label={t('column.keepAlive')}>
        {node.type === MenuType.menu && node.path ? t(node.keepAlive === '1' ? 'yes' : 'no') : '—'}
      </td>
      <td data-card="foot">
        <Actions node={node} label={label} {...actions} />
      </td>
    </tr>
  )
}

type NameProps = { row: MenuRow; label: string } & Pick<MenuActions, 'onToggle'>

/** Label and icon, indented by level, behind the button that opens what stands below. */
function Name({ row: { node, level, isOpen }, label, onToggle }: NameProps) {
  const { t } = useTranslation('menus')
  const isParent = node.children.length > 0
  return (
    <span className="menus-name" style={{ paddingInlineStart: (level - 1) * 20 }}>
      <button
        type="button"
        tabIndex={-1}
        className="menus-toggle"
        data-open={isOpen ? '' : undefined}
        aria-label={t(isOpen ? 'close' : 'open', { name: label })}
        disabled={!isParent}
        onClick={() => onToggle(node.id)}
      >
        {isParent && <RightOutlined aria-hidden="true" />}
      </button>
      {node.type !== MenuType.button && (
        <span aria-hidden="true">
          <MenuIcon icon={node.icon} name={node.key} isGroup={node.path === null} />
        </span>
      )}
      <span title={label}>{label}</span>
    </span>
  )
}

type OrderProps = { row: MenuRow; label: string; isSorted: boolean } & Pick<MenuActions, 'onMove'>

/** Number in the order, with buttons that move the item up and down. */
function Order({ row: { node, place, siblings }, label: name, isSorted, onMove }: OrderProps) {
  const { t } = useTranslation('menus')
  const mayEdit = useMayForAll('sys_menu_edit')
  return (
    <span className="menus-sort">
      {node.sort}
      {mayEdit && isSorted && (
        <>
          <button
            type="button"
            aria-label={t('up', { name })}
            title={t('up', { name })}
            disabled={place === 1}
            onClick={() => onMove(node, siblings, -1)}
          >
            <ArrowUpOutlined aria-hidden="true" />
          </button>
          <button
            type="button"
            aria-label={t('down', { name })}
            title={t('down', { name })}
            disabled={place === siblings.length}
            onClick={() => onMove(node, siblings, 1)}
          >
            <ArrowDownOutlined aria-hidden="true" />
          </button>
        </>
      )}
    </span>
  )
}

type ActionsProps = { node: MenuTreeNode; label: string } & Pick<MenuActions, 'onAdd' | 'onOpen'>

function Actions({ node, label: name, onAdd, onOpen }: ActionsProps) {
  const { t } = useTranslation(['menus', 'list'])
  const [mayAdd, mayEdit] = [useMayForAll('sys_menu_add'), useMayForAll('sys_menu_edit')]
  return (
    <span className="menus-actions">
      {mayAdd && node.type !== MenuType.button && (
        <button type="button" className="list-link" aria-label={t('addBelow', { name })} onClick={() => onAdd(node)}>
          {t('addShort')}
        </button>
      )}
      <button
        type="button"
        className="list-link"
        aria-label={t(mayEdit ? 'editNamed' : 'seeNamed', { name })}
        onClick={() => onOpen(node)}
      >
        {t(mayEdit ? 'edit' : 'list:details')}
      </button>
    </span>
  )
}
