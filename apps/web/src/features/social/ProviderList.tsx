import { listProviders, type SocialProvider } from '@huanwei/contract/social/endpoints'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { query } from '../../lib/api.ts'
import { useMayForAll } from '../../lib/session.ts'
import { lookAgainMs, useOpenRow } from '../../lib/use-record.ts'
import { AddButton } from '../../ui/list/AddButton.tsx'
import { ListFrame } from '../../ui/list/ListFrame.tsx'
import { indexColumn, openColumn, whole } from '../../ui/list/list-cells.tsx'
import type { ListColumn } from '../../ui/list/list-columns.ts'
import type { ListTabProps } from '../../ui/list/list-pages.ts'
import { WholeOnlyNote } from '../../ui/list/WholeOnlyNote.tsx'
import { ExportButton } from '../exports/ExportButton.tsx'
import { ProviderDrawer } from './ProviderDrawer.tsx'

/** The identity providers of the organisation. */
export function ProviderList({ lead, position, onPage, open, onOpen }: ListTabProps) {
  const { t } = useTranslation(['tokens', 'list'])
  const mayAdd = useMayForAll('sys_social_details_add')
  const list = useQuery({
    ...query(listProviders, { current: position.current, size: position.size }),
    placeholderData: keepPreviousData,
    refetchInterval: open ? lookAgainMs : false,
  })
  const columns = useProviderColumns()
  const opened = useOpenRow(list.data?.records, open)
  return (
    <>
      <ListFrame
        key="providers"
        name="providers"
        label={t('tab.providers')}
        lead={lead}
        actions={
          mayAdd ? (
            <AddButton onClick={() => onOpen('new')}>{t('provider.add')}</AddButton>
          ) : (
            <WholeOnlyNote permission="sys_social_details_add" />
          )
        }
        filters={[]}
        onQuery={() => list.refetch()}
        onReset={() => list.refetch()}
        exportButton={<ExportButton {...query(listProviders, {})} />}
        columns={columns}
        list={list}
        position={position}
        onPage={onPage}
        onOpen={({ id }) => onOpen(id)}
        openId={typeof open === 'number' ? open : undefined}
        empty={{ title: t('provider.none'), hint: t('provider.noneHint') }}
      />
      {(opened.row || open === 'new') && (
        <ProviderDrawer
          key={open}
          provider={opened.row}
          error={opened.error}
          onReload={list.refetch}
          onClose={() => onOpen(undefined)}
        />
      )}
    </>
  )
}

function useProviderColumns(): ListColumn<SocialProvider>[] {
  const { t } = useTranslation(['tokens', 'list'])
  const mayEdit = useMayForAll('sys_social_details_edit')
  return useMemo(
    () => [
      indexColumn(t('list:index')),
      { key: 'remark', title: t('provider.remark'), width: 160, always: true, card: 'head', cell: ({ remark }) => remark },
      { key: 'type', title: t('provider.type'), width: 100, cell: ({ type }) => type },
      { key: 'issuer', title: t('provider.issuer'), width: 260, cell: ({ issuer }) => whole(issuer) },
      { key: 'appId', title: t('provider.appId'), width: 160, cell: ({ appId }) => whole(appId) },
      { key: 'time', title: t('provider.createTime'), width: 150, cell: ({ createTime }) => createTime },
      openColumn(t('list:action'), () => t(mayEdit ? 'provider.edit' : 'list:details'), 70),
    ],
    [t, mayEdit],
  )
}
