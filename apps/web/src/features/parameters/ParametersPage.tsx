import { listParameters, type PublicParameter } from '@huanwei/contract/parameters/endpoints'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { query } from '../../lib/api.ts'
import type { PageProps } from '../../lib/page.tsx'
import { useMayForAll } from '../../lib/session.ts'
import { AddButton, CreateFirst } from '../../ui/list/AddButton.tsx'
import { ListFrame } from '../../ui/list/ListFrame.tsx'
import { indexColumn, openColumn, whole } from '../../ui/list/list-cells.tsx'
import type { ListColumn } from '../../ui/list/list-columns.ts'
import { useListFilter } from '../../ui/list/use-list-filter.tsx'
import { WholeOnlyNote } from '../../ui/list/WholeOnlyNote.tsx'
import { ExportButton } from '../exports/ExportButton.tsx'
import { ParameterDrawer } from './ParameterDrawer.tsx'
import { OriginTag } from './ParameterTags.tsx'
import type { ParametersSearch } from './parameter-search.ts'

const noFilter: Pick<ParametersSearch, 'publicName' | 'publicKey' | 'system'> = {
  publicName: undefined,
  publicKey: undefined,
  system: undefined,
}

/** Settings of the organisation: those that the product reads, and its own. Source: spec 4, S1 §7.4. */
export function ParametersPage({ search, onSearch }: PageProps<ParametersSearch>) {
  const { t } = useTranslation(['parameters', 'list'])
  const mayAdd = useMayForAll('admin_syspublicparam_add')
  const { open, ...filter } = search
  const list = useQuery({ ...query(listParameters, filter), placeholderData: keepPreviousData })
  const columns = useParameterColumns()
  const { fields, frame, rows, drawer } = useListFilter({ search, onSearch, noFilter, list })
  const add = () => onSearch({ open: 'new' })

  return (
    <>
      <ListFrame
        name="parameters"
        label={t('title')}
        actions={
          mayAdd ? <AddButton onClick={add}>{t('add')}</AddButton> : <WholeOnlyNote permission="admin_syspublicparam_add" />
        }
        exportButton={<ExportButton {...query(listParameters, filter)} />}
        filters={[
          fields.text('publicName', t('name'), 50),
          fields.text('publicKey', t('key'), 64),
          fields.choice('system', t('origin'), [
            { value: '1', label: t('builtIn') },
            { value: '0', label: t('own') },
          ]),
        ]}
        columns={columns}
        {...frame}
        {...rows}
        noMatch={{ title: t('noneMatch'), hint: t('noneMatchHint') }}
        empty={{
          title: t('none'),
          hint: t('noneHint'),
          ...(mayAdd && { action: <CreateFirst onClick={add} /> }),
        }}
      />
      {open !== undefined && <ParameterDrawer key={open} id={open} {...drawer} />}
    </>
  )
}

function useParameterColumns(): ListColumn<PublicParameter>[] {
  const { t } = useTranslation(['parameters', 'list'])
  const mayEdit = useMayForAll('admin_syspublicparam_edit')
  return useMemo(() => {
    const wordsOf = ({ kind, publicValue }: Pick<PublicParameter, 'kind' | 'publicValue'>) =>
      kind === 'yesNo' ? t(publicValue === '1' ? 'yes' : 'no') : publicValue
    const startOf = ({ kind, startValue }: PublicParameter) => startValue && wordsOf({ kind, publicValue: startValue })
    return [
      indexColumn(t('list:index')),
      { key: 'name', title: t('name'), width: 220, always: true, card: 'title', cell: ({ publicName }) => whole(publicName) },
      { key: 'key', title: t('key'), width: 208, card: 'detail', cell: ({ publicKey }) => whole(publicKey) },
      {
        key: 'value',
        title: t('value'),
        width: 110,
        always: true,
        card: 'detail',
        cell: (one) => <strong>{wordsOf(one)}</strong>,
      },
      { key: 'start', title: t('start'), width: 76, cell: (one) => startOf(one) ?? '' },
      { key: 'kind', title: t('kind'), width: 80, cell: ({ kind }) => t(`kinds.${kind}`) },
      { key: 'origin', title: t('origin'), width: 116, card: 'state', cell: (one) => <OriginTag parameter={one} /> },
      { key: 'remark', title: t('remark'), width: 110, cell: ({ remark }) => whole(remark) },
      { key: 'time', title: t('list:updateTime'), width: 170, spare: true, cell: ({ updateTime }) => updateTime },
      openColumn(t('list:action'), () => t(mayEdit ? 'edit' : 'list:details'), 62),
    ]
  }, [t, mayEdit])
}
