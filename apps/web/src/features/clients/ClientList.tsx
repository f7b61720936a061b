import { type Client, listClients } from '@huanwei/contract/clients/endpoints'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { query } from '../../lib/api.ts'
import { useMay } from '../../lib/session.ts'
import { useOpenRow } from '../../lib/use-record.ts'
import { AddButton, CreateFirst } from '../../ui/list/AddButton.tsx'
import { ListFrame } from '../../ui/list/ListFrame.tsx'
import { indexColumn, openColumn, whole } from '../../ui/list/list-cells.tsx'
import type { ListColumn } from '../../ui/list/list-columns.ts'
import { type ListTabProps, pageOfAll } from '../../ui/list/list-pages.ts'
import { ClientDrawer } from './ClientDrawer.tsx'
import { ClientTag } from './ClientTag.tsx'

/** The clients in sight. */
export function ClientList({ lead, position, onPage, open, onOpen }: ListTabProps) {
  const { t } = useTranslation(['clients', 'list'])
  const mayAdd = useMay('admin_client_add')
  const list = useQuery({
    ...query(listClients, {}),
    placeholderData: keepPreviousData,
    select: (all) => ({ all, ...pageOfAll(all, position) }),
  })
  const columns = useClientColumns()
  const opened = useOpenRow(list.data?.all, open)
  const add = () => onOpen('new')
  return (
    <>
      <ListFrame
        name="clients"
        label={t('tab.clients')}
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
        <ClientDrawer
          key={open}
          client={opened.row}
          error={opened.error}
          onReload={list.refetch}
          onClose={() => onOpen(undefined)}
        />
      )}
    </>
  )
}

function useClientColumns(): ListColumn<Client>[] {
  const { t } = useTranslation(['clients', 'list'])
  return useMemo(
    () => [
      indexColumn(t('list:index')),
      { key: 'name', title: t('name'), width: 160, always: true, card: 'title', cell: ({ name }) => whole(name) },
      { key: 'clientId', title: t('clientId'), width: 176, card: 'detail', cell: ({ clientId }) => whole(clientId) },
      {
        key: 'department',
        title: t('department'),
        width: 130,
        card: 'detail',
        cell: ({ deptId, deptName }) => whole(deptId === null ? t('allDepartments') : deptName),
      },
      { key: 'rate', title: t('rate'), width: 110, spare: true, cell: ({ rate }) => rate },
      { key: 'range', title: t('addressRange'), width: 150, spare: true, cell: ({ addressRange }) => whole(addressRange) },
      { key: 'owner', title: t('owner'), width: 100, cell: ({ ownerName }) => whole(ownerName) },
      { key: 'expires', title: t('expires'), width: 110, cell: ({ expires }) => expires ?? t('noExpiry') },
      { key: 'state', title: t('state'), width: 92, card: 'state', cell: (client) => <ClientTag client={client} /> },
      { key: 'last', title: t('lastTime'), width: 154, card: 'time', cell: ({ lastTime }) => lastTime ?? t('never') },
      openColumn(t('list:action'), () => t('list:details'), 70),
    ],
    [t],
  )
}
