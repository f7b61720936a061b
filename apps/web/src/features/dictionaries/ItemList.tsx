import { EditOutlined } from '@ant-design/icons'
import {
  changeDictionaryItem,
  type DictionaryItem,
  type DictionaryNode,
  listDictionaryItems,
} from '@huanwei/contract/dictionaries/endpoints'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Switch } from 'antd'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { query } from '../../lib/api.ts'
import type { PageProps } from '../../lib/page.tsx'
import { useAct } from '../../lib/send.ts'
import { useMay, useMayForAll } from '../../lib/session.ts'
import { AddButton, CreateFirst } from '../../ui/list/AddButton.tsx'
import { ListFrame } from '../../ui/list/ListFrame.tsx'
import { openColumn, whole } from '../../ui/list/list-cells.tsx'
import type { ListColumn } from '../../ui/list/list-columns.ts'
import { useListFilter } from '../../ui/list/use-list-filter.tsx'
import { ExportButton } from '../exports/ExportButton.tsx'
import type { DictionariesSearch } from './dictionary-search.ts'
import { ItemDrawer } from './ItemDrawer.tsx'
import { showingItems } from './showing-items.ts'

const noFilter: Pick<DictionariesSearch, 'text' | 'enabled'> = { text: undefined, enabled: undefined }

type Props = PageProps<DictionariesSearch> & { dictionary: DictionaryNode }

/** The items of one dictionary. Those of the system's are to look at. */
export function ItemList({ search, onSearch, dictionary: { id, label, type, system } }: Props) {
  const { t } = useTranslation(['dictionaries', 'list'])
  const isSystem = system === '1'
  const mayAdd = useMay('sys_dict_add') && !isSystem
  const mayEdit = useMay('sys_dict_edit') && !isSystem
  const mayEditAll = useMayForAll('sys_dict_edit') && !isSystem
  const all = useQuery(query(listDictionaryItems, { id }))
  const list = useQuery({
    ...query(listDictionaryItems, { id }),
    placeholderData: keepPreviousData,
    select: (items) => pageOf(items, search),
  })
  const columns = useItemColumns(mayEdit)
  const { fields, frame, rows, drawer } = useListFilter({ search, onSearch, noFilter, list })
  const { open } = search
  const next = Math.max(0, ...(all.data ?? []).map(({ sort }) => sort)) + 1

  return (
    <>
      <ListFrame
        name="dictionary-items"
        label={t('itemsOf', { name: label })}
        actions={
          <>
            {mayAdd && <AddButton onClick={() => onSearch({ open: 'new' })}>{t('addItem')}</AddButton>}
            <Button icon={<EditOutlined aria-hidden />} onClick={() => onSearch({ edited: id })}>
              {t(mayEditAll ? 'editOne' : 'detail')}
            </Button>
            {isSystem && <span className="list-sub">{t('ofSystemHint')}</span>}
          </>
        }
        exportButton={<ExportButton {...query(listDictionaryItems, { id })} />}
        filters={[
          fields.text('text', t('text'), 50),
          fields.choice('enabled', t('state'), [
            { value: 'true', label: t('on') },
            { value: 'false', label: t('off') },
          ]),
        ]}
        columns={columns}
        {...frame}
        {...rows}
        noMatch={{ title: t('noneMatch'), hint: t('noneMatchHint') }}
        empty={{
          title: t('none'),
          hint: t('noneHint'),
          ...(mayAdd && { action: <CreateFirst onClick={() => onSearch({ open: 'new' })} /> }),
        }}
      />
      {open !== undefined && (
        <ItemDrawer key={open} id={open} dictId={id} type={type} next={next} {...{ mayAdd, mayEdit }} {...drawer} />
      )}
    </>
  )
}

/** The call answers all of them. */
function pageOf(items: DictionaryItem[], { text = '', enabled, current, size }: DictionariesSearch) {
  const sought = text.toLowerCase()
  const found = items.filter(
    (item) =>
      [item.label, item.value].some((one) => one.toLowerCase().includes(sought)) &&
      (enabled === undefined || item.enabled === (enabled === 'true')),
  )
  return { records: found.slice((current - 1) * size, current * size), total: found.length }
}

function useItemColumns(mayEdit: boolean): ListColumn<DictionaryItem>[] {
  const { t } = useTranslation(['dictionaries', 'list'])
  return useMemo(
    () => [
      { key: 'sort', title: t('sort'), width: 60, cell: ({ sort }) => sort },
      {
        key: 'label',
        title: t('label'),
        width: 180,
        always: true,
        card: 'head',
        cell: ({ label, system }) => (
          <span title={label}>
            {label} {system === '1' && <span className="list-sub">{t('systemItem')}</span>}
          </span>
        ),
      },
      { key: 'value', title: t('value'), width: 110, cell: ({ value }) => whole(value) },
      { key: 'remark', title: t('remark'), cell: ({ remarks }) => whole(remarks) },
      { key: 'state', title: t('enabled'), width: 76, cell: (item) => <ItemSwitch item={item} mayEdit={mayEdit} /> },
      { key: 'time', title: t('list:updateTime'), width: 154, spare: true, cell: ({ updateTime }) => updateTime },
      openColumn(t('list:action'), () => t(mayEdit ? 'edit' : 'list:details'), 70),
    ],
    [t, mayEdit],
  )
}

/** Switches an item on or off in its place. */
function ItemSwitch({ item, mayEdit }: { item: DictionaryItem; mayEdit: boolean }) {
  const { t } = useTranslation('dictionaries')
  const act = useAct(changeDictionaryItem, showingItems)
  const [isBusy, setBusy] = useState(false)
  return (
    <Switch
      size="small"
      aria-label={t('switch', { name: item.label })}
      disabled={!mayEdit}
      loading={isBusy}
      checked={item.enabled}
      onChange={async (enabled) => {
        setBusy(true)
        await act({ ...item, enabled })
        setBusy(false)
      }}
    />
  )
}
