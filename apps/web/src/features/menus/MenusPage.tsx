import { SearchOutlined } from '@ant-design/icons'
import { getMenuTree, type MenuTreeNode, sortMenuItems } from '@huanwei/contract/menus/endpoints'
import { useQuery } from '@tanstack/react-query'
import { Button, Flex, Input } from 'antd'
import { useDeferredValue, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { query } from '../../lib/api.ts'
import { moved, toggled } from '../../lib/collections.ts'
import type { PageProps } from '../../lib/page.tsx'
import { useAct } from '../../lib/send.ts'
import { useMayForAll } from '../../lib/session.ts'
import { labelMatches } from '../../shell/menu/initials.ts'
import { AddButton } from '../../ui/list/AddButton.tsx'
import { ListEmpty, LoadFailed } from '../../ui/list/ListNotice.tsx'
import { WholeOnlyNote } from '../../ui/list/WholeOnlyNote.tsx'
import { ExportButton } from '../exports/ExportButton.tsx'
import { MenuDrawer } from './MenuDrawer.tsx'
import { MenuTable } from './MenuTable.tsx'
import { narrow, parentsIn } from './menu-rows.ts'
import type { MenusSearch } from './menu-search.ts'
import './menus.css'

/** The menu as a tree, with its buttons and sub-systems: what it says, where it leads, in which order. Source: spec 2, section 7.3. */
export function MenusPage({ search, onSearch }: PageProps<MenusSearch>) {
  const { t } = useTranslation(['menus', 'list'])
  const tree = useQuery(query(getMenuTree, {}))
  const sortItems = useAct(sortMenuItems, [getMenuTree])
  const text = useDeferredValue(search.text ?? '')
  const nodes = useMatches(tree.data ?? none, text)
  const parents = useMemo(() => parentsIn(nodes), [nodes])
  /** Ids; the first level and the sub-systems begin closed. */
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set())
  const isAllOpen = parents.length > 0 && parents.every((id) => open.has(id))

  function move({ id, parentId }: MenuTreeNode, siblings: MenuTreeNode[], step: number) {
    const before = siblings.map((sibling) => sibling.id)
    const ids = moved(before, id, step)
    return ids && place({ parentId, ids })
  }
  function place(wanted: { parentId: number; ids: number[] }) {
    setOpen(new Set(open).add(wanted.parentId))
    return sortItems(wanted)
  }
  return (
    <Flex vertical component="section" className="list-frame" aria-label={t('title')}>
      <Tools {...{ search, onSearch, isAllOpen }} onToggleAll={() => setOpen(new Set(isAllOpen ? [] : parents))} />
      {tree.error && !tree.data ? (
        <LoadFailed title={t('failed')} error={tree.error} onRetry={() => tree.refetch()} />
      ) : tree.data && nodes.length === 0 ? (
        <ListEmpty
          title={t(text ? 'noneMatch' : 'none')}
          hint={t(text ? 'noneMatchHint' : 'noneHint')}
          action={text && <Button onClick={() => onSearch({ text: undefined })}>{t('list:clearFilters')}</Button>}
        />
      ) : (
        <MenuTable
          nodes={tree.data && nodes}
          // A search shows all that it found.
          open={text ? new Set(parents) : open}
          isSorted={text === ''}
          openId={typeof search.open === 'number' ? search.open : undefined}
          onToggle={(id) => setOpen(toggled(open, id))}
          onOpen={({ id }) => onSearch({ open: id })}
          onAdd={({ id }) => onSearch({ open: 'new', below: id })}
          onMove={move}
          onPlace={place}
        />
      )}
      {search.open !== undefined && (
        <MenuDrawer
          key={`${search.open} ${search.below}`}
          id={search.open}
          below={search.below}
          tree={tree.data ?? none}
          onClose={() => onSearch({ open: undefined, below: undefined })}
          onAddBelow={(id) => onSearch({ open: 'new', below: id })}
        />
      )}
    </Flex>
  )
}

const none: MenuTreeNode[] = []

/** The items that `text` finds by name, path or permission, and what leads to them. */
function useMatches(tree: MenuTreeNode[], text: string) {
  return useMemo(() => {
    const isMatch = (node: MenuTreeNode) => [node.label, node.path ?? '', node.code ?? ''].some((one) => labelMatches(one, text))
    return text ? narrow(tree, isMatch) : tree
  }, [tree, text])
}

type ToolsProps = PageProps<MenusSearch> & { isAllOpen: boolean; onToggleAll: () => void }

/** Above the tree: search, opening of all, export and a new item. */
function Tools({ search, onSearch, isAllOpen, onToggleAll }: ToolsProps) {
  const { t } = useTranslation('menus')
  const mayAdd = useMayForAll('sys_menu_add')
  return (
    <div className="list-tools menus-tools">
      {mayAdd ? (
        <AddButton onClick={() => onSearch({ open: 'new' })}>{t('add')}</AddButton>
      ) : (
        <WholeOnlyNote permission="sys_menu_add" />
      )}
      <Input
        type="search"
        prefix={<SearchOutlined aria-hidden />}
        aria-label={t('search')}
        placeholder={t('search')}
        allowClear
        value={search.text ?? ''}
        onChange={({ target }) => onSearch({ text: target.value || undefined })}
      />
      <Button autoInsertSpace={false} onClick={onToggleAll}>
        {t(isAllOpen ? 'closeAll' : 'openAll')}
      </Button>
      <span className="list-tools-right">
        <ExportButton {...query(getMenuTree, {})} />
      </span>
    </div>
  )
}
