import { TeamOutlined, UploadOutlined } from '@ant-design/icons'
import { getRoles } from '@huanwei/contract/roles/endpoints'
import { listUsers } from '@huanwei/contract/users/endpoints'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { query } from '../../lib/api.ts'
import type { PageProps } from '../../lib/page.tsx'
import { useMay } from '../../lib/session.ts'
import { AddButton } from '../../ui/list/AddButton.tsx'
import { ListFrame } from '../../ui/list/ListFrame.tsx'
import { useListFilter } from '../../ui/list/use-list-filter.tsx'
import { ImportDrawer } from '../imports/ImportDrawer.tsx'
import { usePicks } from '../queues/use-picks.ts'
import { DepartmentPanel } from './DepartmentPanel.tsx'
import { type UserRow, useUserColumns } from './UserColumns.tsx'
import { UserDrawer } from './UserDrawer.tsx'
import { UsersBatchDrawer } from './UsersBatchDrawer.tsx'
import type { UsersSearch } from './user-search.ts'
import './users.css'
import { ExportButton } from '../exports/ExportButton.tsx'

const noFilter: Pick<UsersSearch, 'text' | 'deptId' | 'roleId' | 'lockFlag'> = {
  text: undefined,
  deptId: undefined,
  roleId: undefined,
  lockFlag: undefined,
}

/** Users: the departments beside the list of their people. */
export function UsersPage({ search, onSearch }: PageProps<UsersSearch>) {
  const { t } = useTranslation(['users', 'list'])
  const { open, ...filter } = search
  const list = useQuery({
    ...query(listUsers, filter),
    placeholderData: keepPreviousData,
    select: ({ records, total }) => ({ total, records: records.map((user) => ({ ...user, id: user.userId })) }),
  })
  const roles = useQuery({ ...query(getRoles, {}), staleTime: 60_000 })
  const roleOptions = roles.data?.map(({ roleId, roleName }) => ({ value: roleId, label: roleName })) ?? []
  const mayEdit = useMay('sys_user_edit')
  const picks = usePicks('users', list.data?.records)
  const columns = useUserColumns(mayEdit ? picks : undefined)
  /** The picked users while they are changed. */
  const [changed, setChanged] = useState<readonly number[]>()
  const { apply, fields, frame, rows } = useListFilter({ search, onSearch, noFilter, list })
  const close = () => onSearch({ open: undefined })

  return (
    <div className="users">
      <DepartmentPanel selected={search.deptId} onSelect={(deptId) => apply({ deptId })} />
      <ListFrame<UserRow>
        name="users"
        label={t('title')}
        exportButton={<ExportButton {...query(listUsers, filter)} />}
        actions={
          <UsersActs
            picked={picks.ids.length}
            onAdd={() => onSearch({ open: 'new' })}
            onImport={() => onSearch({ open: 'import' })}
            onBatch={() => setChanged(picks.ids)}
          />
        }
        filters={[
          fields.text('text', t('text')),
          fields.choice('roleId', t('role'), roleOptions, {
            showSearch: { optionFilterProp: 'label' },
            loading: roles.isPending,
          }),
          fields.choice(
            'lockFlag',
            t('state'),
            (['0', '9'] as const).map((value) => ({ value, label: t(`lock.${value}`) })),
          ),
        ]}
        columns={columns}
        {...frame}
        {...rows}
        {...(mayEdit && { onPick: picks.pick })}
        noMatch={{ title: t('noneMatch'), hint: t('noneMatchHint') }}
        empty={{ title: t('none'), hint: t('noneHint') }}
      />
      {changed && <UsersBatchDrawer ids={changed} onClose={() => setChanged(undefined)} onChanged={picks.clear} />}
      {open === 'import' && <ImportDrawer sheet="users" onClose={close} />}
      {open !== undefined && open !== 'import' && <UserDrawer key={open} id={open} deptId={search.deptId} onClose={close} />}
    </div>
  )
}

type ActsProps = { picked: number; onAdd: () => void; onImport: () => void; onBatch: () => void }

function UsersActs({ picked, onAdd, onImport, onBatch }: ActsProps) {
  const { t } = useTranslation('users')
  const [mayAdd, mayEdit] = [useMay('sys_user_add'), useMay('sys_user_edit')]
  return (
    <>
      {mayAdd && (
        <>
          <AddButton onClick={onAdd}>{t('add')}</AddButton>
          <Button icon={<UploadOutlined aria-hidden />} autoInsertSpace={false} onClick={onImport}>
            {t('import')}
          </Button>
        </>
      )}
      {mayEdit && (
        <Button icon={<TeamOutlined aria-hidden />} autoInsertSpace={false} disabled={picked === 0} onClick={onBatch}>
          {t('batch.open', { n: picked })}
        </Button>
      )}
    </>
  )
}
