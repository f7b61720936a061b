import { AppstoreOutlined, ArrowDownOutlined, ArrowUpOutlined, FileOutlined, KeyOutlined, RightOutlined } from '@ant-design/icons'
import { MenuType } from '@huanwei/contract/menus/codes'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../lib/session.ts'
import { MenuIcon } from '../../shell/menu-icons.tsx'
import { ListTag } from '../../ui/ListTag.tsx'
import type { MenuActions } from './MenuTable.tsx'
import { useMenuLabel } from './menu-label.ts'
import type { MenuRow } from './menu-rows.ts'
import type { MenuDrag } from './use-menu-drag.ts'

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
  const { t } = useTranslation(['menus', 'list'])
  const labelOf = useMenuLabel()
  const [mayAdd, mayEdit, mayRemove] = [useMay('sys_menu_add'), useMay('sys_menu_edit'), useMay('sys_menu_del')]
  const { node, level, place, siblings, isOpen } = row
  const label = labelOf(node)
  const isParent = node.children.length > 0
  return (
    <tr
      tabIndex={isReachable ? 0 : -1}
      aria-level={level}
      aria-posinset={place}
      aria-setsize={siblings.length}
      aria-expanded={isParent ? isOpen : undefined}
      aria-current={isShown ? 'true' : undefined}
      {...drag}
      onFocus={onReach}
      onDoubleClick={() => actions.onOpen(node)}
    >
      <td data-card="head">
        <span className="menus-name" style={{ paddingInlineStart: (level - 1) * 20 }}>
          <button
            type="button"
            tabIndex={-1}
            className="menus-toggle"
            data-open={isOpen ? '' : undefined}
            aria-label={t(isOpen ? 'close' : 'open', { name: label })}
            disabled={!isParent}
            onClick={() => actions.onToggle(node.id)}
          >
            {isParent && <RightOutlined aria-hidden="true" />}
          </button>
          {node.type !== MenuType.button && (
            <span aria-hidden="true">
              <MenuIcon icon={node.icon} name={node.name} isGroup={node.path === null} />
            </span>
          )}
          <span title={label}>{label}</span>
        </span>
      </td>
      <td data-label={t('column.type')}>
        <ListTag {...looks[node.type]} text={t(`type.${node.type}`)} />
      </td>
      <td data-label={t('column.path')} title={node.path ?? undefined}>
        {node.path ?? '—'}
      </td>
      <td data-label={t('column.permission')} title={node.code ?? undefined}>
        {node.code ?? '—'}
      </td>
      <td data-label={t('column.sort')}>
        <span className="menus-sort">
          {node.sort}
          {mayEdit && isSorted && (
            <>
              <button
                type="button"
                aria-label={t('up', { name: label })}
                title={t('up', { name: label })}
                disabled={place === 1}
                onClick={() => actions.onMove(node, siblings, -1)}
              >
                <ArrowUpOutlined aria-hidden="true" />
              </button>
              <button
                type="button"
                aria-label={t('down', { name: label })}
                title={t('down', { name: label })}
                disabled={place === siblings.length}
                onClick={() => actions.onMove(node, siblings, 1)}
              >
                <ArrowDownOutlined aria-hidden="true" />
              </button>
            </>
          )}
        </span>
      </td>
      <td data-label={t('column.visible')}>
        {node.type === MenuType.button ? '—' : t(node.visible === '0' ? 'shown' : 'hidden')}
      </td>
      <td data-label={t('column.keepAlive')}>
        {node.type === MenuType.menu && node.path ? t(node.keepAlive === '1' ? 'yes' : 'no') : '—'}
      </td>
      <td data-card="foot">
        <span className="menus-actions">
          {mayAdd && node.type !== MenuType.button && (
            <button
              type="button"
              className="list-link"
              aria-label={t('addBelow', { name: label })}
              onClick={() => actions.onAdd(node)}
            >
              {t('addShort')}
            </button>
          )}
          <button
            type="button"
            className="list-link"
            aria-label={t(mayEdit ? 'editNamed' : 'seeNamed', { name: label })}
            onClick={() => actions.onOpen(node)}
          >
            {t(mayEdit ? 'edit' : 'list:details')}
          </button>
          {mayRemove && (
            <button
              type="button"
              className="list-link menus-remove"
              aria-label={t('removeNamed', { name: label })}
              onClick={() => actions.onRemove(node)}
            >
              {t('remove')}
            </button>
          )}
        </span>
      </td>
    </tr>
  )
}
