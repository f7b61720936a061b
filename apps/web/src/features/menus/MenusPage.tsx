import { PlusOutlined, SearchOutlined } from '@ant-design/icons'
import { getMenuTree, type MenuTreeNode, removeMenuItem, sortMenuItems } from '@huanwei/contract/menus/endpoints'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Flex, Input } from 'antd'
import { useDeferredValue, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, call, query } from '../../lib/api.ts'
import { matches } from '../../lib/initials.ts'
import { notify } from '../../lib/notices.ts'
import { useMay } from '../../lib/session.ts'
import { ListEmpty, LoadFailed } from '../../ui/ListNotice.tsx'
import { useConfirm } from '../../ui/use-confirm.ts'
import { ExportButton } from '../exports/ExportButton.tsx'
import { MenuDrawer } from './MenuDrawer.tsx'
import { MenuTable } from './MenuTable.tsx'
import { useMenuLabel } from './menu-label.ts'
import { moved, narrow, parentsIn } from './menu-rows.ts'
import type { MenusSearch } from './menu-search.ts'
import './menus.css'

type Props = { search: MenusSearch; onSearch: (change: Partial<MenusSearch>) => void }

/** The menu as a tree, with its buttons and sub-systems: what it says, where it leads, in which order. Source: spec 2, section 7.3. */
export function MenusPage({ search, onSearch }: Props) {
  const { t } = useTranslation(['menus', 'list'])
  const labelOf = useMenuLabel()
  const mayAdd = useMay('sys_menu_add')
  const tree = useQuery(query(getMenuTree, {}))
  const act = useChange()
  const confirm = useConfirm()
  const text = useDeferredValue(search.text ?? '')
  /** Ids; the first level and the sub-systems begin closed. */
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set())
  const nodes = useMemo(() => {
    const isMatch = (node: MenuTreeNode) => [labelOf(node), node.path ?? '', node.code ?? ''].some((one) => matches(one, text))
    return text ? narrow(tree.data ?? [], isMatch) : (tree.data ?? [])
  }, [tree.data, text, labelOf])
  const parents = useMemo(() => parentsIn(nodes), [nodes])
  const isAllOpen = parents.length > 0 && parents.every((id) => open.has(id))

  const remove = (node: MenuTreeNode) =>
    confirm({
      title: t('removeTitle'),
      content: t('removeQuestion', { name: labelOf(node), type: t(`type.${node.type}`) }),
      okText: t('remove'),
      onOk: () => act(() => call(removeMenuItem, { id: node.id })),
    })
  const move = (node: MenuTreeNode, siblings: MenuTreeNode[], step: number) => {
    const ids = moved(siblings, node.id, step)
    return ids && place({ parentId: node.parentId, ids })
  }
  function place(wanted: { parentId: number; ids: number[] }) {
    setOpen(new Set(open).add(wanted.parentId))
    return act(() => call(sortMenuItems, wanted))
  }
  const toggle = (id: number) => {
    const next = new Set(open)
    if (!next.delete(id)) next.add(id)
    setOpen(next)
  }
  const close = () => onSearch({ open: undefined, below: undefined })

  return (
    <Flex vertical component="section" className="list-frame" aria-label={t('title')}>
      <div className="menus-tools">
        <Input
          type="search"
          prefix={<SearchOutlined aria-hidden />}
          aria-label={t('search')}
          placeholder={t('search')}
          allowClear
          value={search.text ?? ''}
          onChange={({ target }) => onSearch({ text: target.value || undefined })}
        />
        <Button autoInsertSpace={false} onClick={() => setOpen(new Set(isAllOpen ? [] : parents))}>
          {t(isAllOpen ? 'closeAll' : 'openAll')}
        </Button>
        <ExportButton {...query(getMenuTree, {})} />
        {mayAdd && (
          <Button
            type="primary"
            autoInsertSpace={false}
            icon={<PlusOutlined aria-hidden />}
            onClick={() => onSearch({ open: 'new' })}
          >
            {t('add')}
          </Button>
        )}
      </div>
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
          onToggle={toggle}
          onOpen={({ id }) => onSearch({ open: id })}
          onAdd={({ id }) => onSearch({ open: 'new', below: id })}
          onMove={move}
          onPlace={place}
          onRemove={remove}
        />
      )}
      {search.open !== undefined && (
        <MenuDrawer
          key={`${search.open} ${search.below}`}
          id={search.open}
          below={search.below}
          tree={tree.data ?? []}
          onClose={close}
          onAddBelow={(id) => onSearch({ open: 'new', below: id })}
        />
      )}
    </Flex>
  )
}

/** Does something to the menu and asks for it anew; what is refused is on the screen already. */
function useChange() {
  const { t } = useTranslation('list')
  const cache = useQueryClient()
  const { mutateAsync } = useMutation({
    mutationFn: (change: () => Promise<unknown>) => change(),
    onSuccess: () => notify({ kind: 'success', text: t('prompt.success') }),
    onError: (error) => {
      if (!(error instanceof ApiError) || error.status === 500) notify({ kind: 'error', text: error.message })
    },
    onSettled: () => cache.invalidateQueries({ queryKey: [getMenuTree.path] }),
  })
  return (change: () => Promise<unknown>) => mutateAsync(change).catch(() => undefined)
}
