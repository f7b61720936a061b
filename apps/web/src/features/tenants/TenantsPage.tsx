import { TenantStatus } from '@huanwei/contract/tenants/codes'
import { listTenants, type Tenant } from '@huanwei/contract/tenants/endpoints'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { query } from '../../lib/api.ts'
import type { PageProps } from '../../lib/page.tsx'
import { AddButton, CreateFirst } from '../../ui/list/AddButton.tsx'
import { ListFrame } from '../../ui/list/ListFrame.tsx'
import { openColumn, whole } from '../../ui/list/list-cells.tsx'
import type { ListColumn } from '../../ui/list/list-columns.ts'
import { useListFilter } from '../../ui/list/use-list-filter.tsx'
import { TenantDrawer } from './TenantDrawer.tsx'
import { TenantTag } from './TenantTag.tsx'
import type { TenantsSearch } from './tenant-search.ts'

const noFilter: Pick<TenantsSearch, 'name' | 'status'> = { name: undefined, status: undefined }

/** The organisations of the installation, for who runs it. Source: spec 3, section 19. */
export function TenantsPage({ search, onSearch }: PageProps<TenantsSearch>) {
  const { t } = useTranslation(['tenants', 'list'])
  const { open, ...filter } = search
  const list = useQuery({ ...query(listTenants, filter), placeholderData: keepPreviousData })
  const columns = useTenantColumns()
  const { fields, frame, rows, drawer } = useListFilter({ search, onSearch, noFilter, list })
  const add = () => onSearch({ open: 'new' })
  return (
    <>
      <ListFrame
        name="tenants"
        label={t('title')}
        actions={<AddButton onClick={add}>{t('add')}</AddButton>}
        exportButton={null}
        filters={[
          fields.text('name', t('name'), 50),
          fields.choice(
            'status',
            t('status'),
            Object.values(TenantStatus).map((value) => ({ value, label: t(`statuses.${value}`) })),
          ),
        ]}
        columns={columns}
        {...frame}
        {...rows}
        noMatch={{ title: t('noneMatch'), hint: t('noneMatchHint') }}
        empty={{ title: t('none'), hint: t('noneHint'), action: <CreateFirst onClick={add} /> }}
      />
      {open !== undefined && <TenantDrawer key={open} id={open} {...drawer} />}
    </>
  )
}

/** Megabytes, with one decimal. */
const megabytes = (bytes: number) => (bytes / 1024 ** 2).toFixed(1)

function useTenantColumns(): ListColumn<Tenant>[] {
  const { t } = useTranslation(['tenants', 'list'])
  return useMemo(() => {
    const figure = (held: number, most: number | null) => (most === null ? `${held}` : `${held} / ${most}`)
    return [
      { key: 'id', title: t('id'), width: 92, always: true, cell: ({ id }) => id },
      { key: 'name', title: t('name'), width: 140, always: true, card: 'title', cell: ({ name }) => whole(name) },
      { key: 'code', title: t('code'), width: 96, spare: true, cell: ({ code }) => whole(code) },
      { key: 'status', title: t('status'), width: 104, card: 'state', cell: (tenant) => <TenantTag tenant={tenant} /> },
      { key: 'hosts', title: t('hosts'), card: 'detail', cell: ({ hosts }) => whole(hosts.join(' ')) },
      { key: 'type', title: t('type'), width: 110, cell: ({ type }) => whole(t(`types.${type}`)) },
      { key: 'end', title: t('endTime'), width: 160, card: 'time', cell: ({ endTime }) => endTime ?? t('forever') },
      { key: 'users', title: t('users'), width: 96, cell: ({ users, maxUsers }) => figure(users, maxUsers) },
      {
        key: 'terminals',
        title: t('terminals'),
        width: 132,
        cell: ({ terminals, maxTerminals }) => figure(terminals, maxTerminals),
      },
      { key: 'files', title: `${t('fileBytes')} (MB)`, width: 100, spare: true, cell: ({ fileBytes }) => megabytes(fileBytes) },
      { key: 'remark', title: t('remark'), spare: true, cell: ({ remark }) => whole(remark) },
      { key: 'time', title: t('createTime'), width: 170, spare: true, cell: ({ createTime }) => createTime },
      openColumn(t('list:action'), () => t('edit'), 68),
    ]
  }, [t])
}
