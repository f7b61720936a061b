import { listRoles, type Role } from '@huanwei/contract/roles/endpoints'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { query } from '../../lib/api.ts'
import type { PageProps } from '../../lib/page.tsx'
import { useMay } from '../../lib/session.ts'
import { AddButton } from '../../ui/list/AddButton.tsx'
import { ListFrame } from '../../ui/list/ListFrame.tsx'
import { indexColumn, openColumn, whole } from '../../ui/list/list-cells.tsx'
import type { ListColumn } from '../../ui/list/list-columns.ts'
import { useListFilter } from '../../ui/list/use-list-filter.tsx'
import { ExportButton } from '../exports/ExportButton.tsx'
import { RoleDrawer } from './RoleDrawer.tsx'
import type { RolesSearch } from './role-search.ts'
import { scopeNames } from './scope-names.ts'

const noFilter: Pick<RolesSearch, 'roleName'> = { roleName: undefined }

type Row = Role & { id: number }

/** Roles: what they give, and on whose objects. Source: spec 3, section 6. */
export function RolesPage({ search, onSearch }: PageProps<RolesSearch>) {
  const { t } = useTranslation(['roles', 'list'])
  const mayAdd = useMay('sys_role_add')
  const { roleName, current, size, open, copy } = search
  const list = useQuery({
    ...query(listRoles, { roleName, current, size }),
    placeholderData: keepPreviousData,
    select: ({ records, total }) => ({ total, records: records.map((role) => ({ ...role, id: role.roleId })) }),
  })
  const columns = useRoleColumns()
  const { fields, frame, rows } = useListFilter({ search, onSearch, noFilter, list })
  const none = { title: t('none'), hint: t('noneHint') }

  return (
    <>
      <ListFrame<Row>
        name="roles"
        label={t('title')}
        actions={mayAdd && <AddButton onClick={() => onSearch({ open: 'new', copy: undefined })}>{t('add')}</AddButton>}
        filters={[fields.text('roleName', t('name'))]}
        exportButton={<ExportButton {...query(listRoles, { roleName })} />}
        columns={columns}
        {...frame}
        {...rows}
        noMatch={none}
        empty={none}
      />
      {open !== undefined && (
        <RoleDrawer
          key={`${open} ${copy}`}
          id={open}
          copyOf={copy}
          onCopy={(id) => onSearch({ open: 'new', copy: id })}
          onClose={() => onSearch({ open: undefined, copy: undefined })}
        />
      )}
    </>
  )
}

function useRoleColumns(): ListColumn<Row>[] {
  const { t } = useTranslation(['roles', 'list'])
  const mayEdit = useMay('sys_role_edit')
  return useMemo(
    () => [
      indexColumn(t('list:index')),
      {
        key: 'name',
        title: t('name'),
        width: 160,
        always: true,
        card: 'head',
        cell: ({ roleName, mayGive }) => (
          <>
            {roleName} {!mayGive && <span className="list-sub">{t('beyond')}</span>}
          </>
        ),
      },
      { key: 'code', title: t('code'), width: 150, cell: ({ roleCode }) => roleCode },
      { key: 'scope', title: t('scope'), width: 130, cell: ({ dsType }) => t(`scopes.${scopeNames[dsType]}`) },
      { key: 'users', title: t('users'), width: 80, cell: ({ userCount }) => userCount },
      { key: 'desc', title: t('desc'), cell: ({ roleDesc }) => whole(roleDesc) },
      { key: 'time', title: t('updateTime'), width: 150, cell: ({ updateTime }) => updateTime },
      openColumn(t('list:action'), ({ mayGive }) => t(mayEdit && mayGive ? 'edit' : 'list:details'), 70),
    ],
    [t, mayEdit],
  )
}
