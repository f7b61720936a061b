import { getRoles } from '@huanwei/contract/roles/endpoints'
import { listUsers } from '@huanwei/contract/users/endpoints'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { query } from '../../lib/api.ts'
import type { PageProps } from '../../lib/page.tsx'
import { useMay } from '../../lib/session.ts'
import { ListFrame } from '../../ui/list/ListFrame.tsx'
import { openColumn, whole } from '../../ui/list/list-cells.tsx'
import type { ListColumn } from '../../ui/list/list-columns.ts'
import { useListFilter } from '../../ui/list/use-list-filter.tsx'
import { connectionColumn, useConnectionFilter } from '../assets/connection.tsx'
import { DepartmentSelect } from '../departments/DepartmentSelect.tsx'
import { useDocumentsFilter } from '../documents/document-words.ts'
import { ExportButton } from '../exports/ExportButton.tsx'
import { PersonDrawer } from './PersonDrawer.tsx'
import type { PersonnelSearch } from './personnel-search.ts'
import { type UserRow, useUserColumns } from './UserColumns.tsx'

const noFilter: Pick<PersonnelSearch, 'text' | 'deptId' | 'roleId' | 'online' | 'documents'> = {
  text: undefined,
  deptId: undefined,
  roleId: undefined,
  online: undefined,
  documents: undefined,
}

/** The users as people at work: who wears which badge, and where they belong. Accounts are changed on the screen of users. Source: spec 3, section 19. */
export function PersonnelPage({ search, onSearch }: PageProps<PersonnelSearch>) {
  const { t } = useTranslation(['personnel', 'users', 'shell'])
  const mayAdd = useMay('sys_user_add')
  const { open, ...filter } = search
  const list = useQuery({
    ...query(listUsers, filter),
    placeholderData: keepPreviousData,
    select: ({ records, total }) => ({ total, records: records.map((user) => ({ ...user, id: user.userId })) }),
  })
  const roles = useQuery({ ...query(getRoles, {}), staleTime: 60_000 })
  const columns = usePersonColumns()
  const connection = useConnectionFilter()
  const documents = useDocumentsFilter()
  const { fields, frame, rows, drawer } = useListFilter({ search, onSearch, noFilter, list })
  return (
    <>
      <ListFrame<UserRow>
        name="personnel"
        label={t('title')}
        exportButton={<ExportButton {...query(listUsers, filter)} />}
        actions={
          mayAdd && (
            <Link className="list-link" to="/system/user/index">
              {t('shell:item.user')}
            </Link>
          )
        }
        filters={[
          fields.text('text', t('users:text')),
          fields.pick('deptId', t('users:department'), DepartmentSelect),
          fields.choice(
            'roleId',
            t('users:role'),
            roles.data?.map(({ roleId, roleName }) => ({ value: roleId, label: roleName })) ?? [],
            { showSearch: { optionFilterProp: 'label' }, loading: roles.isPending },
          ),
          fields.choice('online', ...connection),
          fields.choice('documents', ...documents),
        ]}
        columns={columns}
        {...frame}
        {...rows}
        noMatch={{ title: t('noneMatch'), hint: t('users:noneMatchHint') }}
        empty={{ title: t('none'), hint: t('noneHint') }}
      />
      {open !== undefined && <PersonDrawer key={open} id={open} onClose={drawer.onClose} />}
    </>
  )
}

/** Columns of the users that concern work, and those of the badge. */
function usePersonColumns(): ListColumn<UserRow>[] {
  const { t } = useTranslation(['personnel', 'terminals', 'list'])
  const columns = useUserColumns(undefined)
  return useMemo(
    () => [
      ...columns.filter(({ key }) => !['state', 'time', 'do'].includes(key)),
      {
        key: 'badge',
        title: t('badge'),
        width: 130,
        card: 'detail',
        cell: ({ terminalNo }) => whole(terminalNo ?? t('noBadge')),
      },
      connectionColumn(t('terminals:connection')),
      openColumn(t('list:action'), () => t('list:details'), 70),
    ],
    [t, columns],
  )
}
