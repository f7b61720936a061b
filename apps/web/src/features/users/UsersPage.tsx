import { PlusOutlined, UploadOutlined } from '@ant-design/icons'
import { getRoles } from '@huanwei/contract/roles/endpoints'
import { listUsers } from '@huanwei/contract/users/endpoints'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Input, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { query } from '../../lib/api.ts'
import type { PageProps } from '../../lib/page.tsx'
import { useMay } from '../../lib/session.ts'
import { ListFrame } from '../../ui/ListFrame.tsx'
import { DepartmentPanel } from './DepartmentPanel.tsx'
import { ImportDrawer } from './ImportDrawer.tsx'
import { type UserRow, useUserColumns } from './UserColumns.tsx'
import { UserDrawer } from './UserDrawer.tsx'
import { noFilter, UsersSearch } from './user-search.ts'
import './users.css'

/** Who may log in: the departments beside the list of their people. */
export function UsersPage({ search, onSearch }: PageProps<UsersSearch>) {
  const { t } = useTranslation(['users', 'list'])
  const mayAdd = useMay('sys_user_add')
  const { open, ...filter } = search
  const list = useQuery({
    ...query(listUsers, filter),
    placeholderData: keepPreviousData,
    select: ({ records, total }) => ({ total, records: records.map((user) => ({ ...user, id: user.userId })) }),
  })
  const roles = useQuery({ ...query(getRoles, {}), staleTime: 60_000 })
  const columns = useUserColumns()
  /** What was chosen since the last 查询. */
  const [draft, setDraft] = useState<Partial<typeof search>>({})
  const wanted = { ...search, ...draft }
  const choose = (change: typeof draft) => setDraft({ ...draft, ...change })
  function apply(change: Partial<UsersSearch>) {
    setDraft({})
    onSearch({ ...change, current: 1 })
  }
  const isFiltered = [search.text, search.roleId, search.lockFlag, search.deptId].some((one) => one !== undefined)
  const close = () => onSearch({ open: undefined })

  return (
    <div className="users">
      <DepartmentPanel selected={search.deptId} onSelect={(deptId) => apply({ deptId })} />
      <ListFrame<UserRow>
        name="users"
        label={t('title')}
        exported={query(listUsers, filter)}
        actions={
          mayAdd && (
            <>
              <Button
                type="primary"
                icon={<PlusOutlined aria-hidden />}
                autoInsertSpace={false}
                onClick={() => onSearch({ open: 'new' })}
              >
                {t('add')}
              </Button>
              <Button icon={<UploadOutlined aria-hidden />} autoInsertSpace={false} onClick={() => onSearch({ open: 'import' })}>
                {t('import')}
              </Button>
            </>
          )
        }
        filters={[
          {
            key: 'text',
            label: t('text'),
            isSet: !!wanted.text,
            control: (
              <Input
                allowClear
                aria-label={t('text')}
                placeholder={t('text')}
                maxLength={64}
                value={wanted.text ?? ''}
                onChange={({ target }) => choose({ text: target.value.trim() ? target.value : undefined })}
              />
            ),
          },
          {
            key: 'role',
            label: t('role'),
            isSet: wanted.roleId !== undefined,
            control: (
              <Select<number>
                aria-label={t('role')}
                placeholder={t('role')}
                allowClear
                showSearch={{ optionFilterProp: 'label' }}
                loading={roles.isPending}
                options={roles.data?.map(({ roleId, roleName }) => ({ value: roleId, label: roleName })) ?? []}
                value={wanted.roleId}
                onChange={(roleId?: number) => choose({ roleId })}
              />
            ),
          },
          {
            key: 'lock',
            label: t('state'),
            isSet: wanted.lockFlag !== undefined,
            control: (
              <Select<'0' | '9'>
                aria-label={t('state')}
                placeholder={t('state')}
                allowClear
                options={(['0', '9'] as const).map((value) => ({ value, label: t(`lock.${value}`) }))}
                value={wanted.lockFlag}
                onChange={(lockFlag?: '0' | '9') => choose({ lockFlag })}
              />
            ),
          },
        ]}
        onQuery={() => (Object.keys(draft).length ? apply(draft) : list.refetch())}
        onReset={() => apply({ ...noFilter, deptId: undefined })}
        columns={columns}
        list={list}
        position={search}
        onPage={(position) => onSearch(UsersSearch.pick({ current: true, size: true }).parse(position))}
        onOpen={({ id }) => onSearch({ open: id })}
        openId={typeof open === 'number' ? open : undefined}
        empty={{
          title: t(isFiltered ? 'noneMatch' : 'none'),
          hint: t(isFiltered ? 'noneMatchHint' : 'noneHint'),
          action: isFiltered && (
            <Button onClick={() => apply({ ...noFilter, deptId: undefined })}>{t('list:clearFilters')}</Button>
          ),
        }}
      />
      {open === 'import' && <ImportDrawer onClose={close} />}
      {open !== undefined && open !== 'import' && <UserDrawer key={open} id={open} deptId={search.deptId} onClose={close} />}
    </div>
  )
}
