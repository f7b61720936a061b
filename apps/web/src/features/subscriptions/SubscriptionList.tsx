import { listSubscriptions, type Subscription } from '@huanwei/contract/subscriptions/endpoints'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { query } from '../../lib/api.ts'
import { useMay } from '../../lib/session.ts'
import { lookAgainMs, useOpenRow } from '../../lib/use-record.ts'
import { AddButton, CreateFirst } from '../../ui/list/AddButton.tsx'
import { ListFrame } from '../../ui/list/ListFrame.tsx'
import { indexColumn, openColumn, whole } from '../../ui/list/list-cells.tsx'
import type { ListColumn } from '../../ui/list/list-columns.ts'
import { type ListTabProps, pageOfAll } from '../../ui/list/list-pages.ts'
import { SubscriptionDrawer } from './SubscriptionDrawer.tsx'
import { SubscriptionTag } from './SubscriptionTag.tsx'

/** Systems that events are posted to, and how their events stand. */
export function SubscriptionList({ lead, position, onPage, open, onOpen }: ListTabProps) {
  const { t } = useTranslation(['subscriptions', 'clients', 'list'])
  const mayAdd = useMay('admin_subscription_add')
  const list = useQuery({
    ...query(listSubscriptions, {}),
    placeholderData: keepPreviousData,
    refetchInterval: lookAgainMs,
    select: (all) => ({ all, ...pageOfAll(all, position) }),
  })
  const columns = useSubscriptionColumns()
  const opened = useOpenRow(list.data?.all, open)
  const add = () => onOpen('new')
  return (
    <>
      <ListFrame
        key="subscriptions"
        name="subscriptions"
        label={t('clients:tab.subscriptions')}
        lead={lead}
        actions={mayAdd && <AddButton onClick={add}>{t('add')}</AddButton>}
        filters={[]}
        onQuery={() => list.refetch()}
        onReset={() => list.refetch()}
        exportButton={null}
        columns={columns}
        list={list}
        position={position}
        onPage={onPage}
        onOpen={({ id }) => onOpen(id)}
        openId={typeof open === 'number' ? open : undefined}
        empty={{ title: t('none'), hint: t('noneHint'), ...(mayAdd && { action: <CreateFirst onClick={add} /> }) }}
      />
      {(opened.row || open === 'new') && (
        <SubscriptionDrawer
          key={open}
          subscription={opened.row}
          error={opened.error}
          onReload={list.refetch}
          onClose={() => onOpen(undefined)}
        />
      )}
    </>
  )
}

function useSubscriptionColumns(): ListColumn<Subscription>[] {
  const { t } = useTranslation(['subscriptions', 'list'])
  return useMemo(
    () => [
      indexColumn(t('list:index')),
      { key: 'name', title: t('name'), width: 150, always: true, card: 'title', cell: ({ name }) => whole(name) },
      { key: 'url', title: t('url'), width: 250, card: 'detail', cell: ({ url }) => whole(url) },
      {
        key: 'department',
        title: t('department'),
        width: 120,
        card: 'detail',
        cell: ({ deptId, deptName }) => whole(deptId === null ? t('allDepartments') : deptName),
      },
      { key: 'waiting', title: t('waiting'), width: 80, cell: ({ waiting }) => waiting },
      { key: 'failed', title: t('failed'), width: 80, cell: ({ failed }) => failed },
      {
        key: 'state',
        title: t('state'),
        width: 110,
        card: 'state',
        cell: (subscription) => <SubscriptionTag subscription={subscription} />,
      },
      { key: 'last', title: t('lastTime'), width: 154, card: 'time', cell: ({ lastTime }) => lastTime ?? t('never') },
      openColumn(t('list:action'), () => t('list:details'), 70),
    ],
    [t],
  )
}
