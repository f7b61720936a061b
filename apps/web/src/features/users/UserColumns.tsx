import { CheckCircleOutlined, LockOutlined } from '@ant-design/icons'
import type { User } from '@huanwei/contract/users/endpoints'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../lib/session.ts'
import { ListTag } from '../../ui/list/ListTag.tsx'
import { indexColumn, openColumn, whole } from '../../ui/list/list-cells.tsx'
import type { ListColumn } from '../../ui/list/list-columns.ts'
import { pickColumn } from '../queues/PickBox.tsx'
import type { Picks } from '../queues/use-picks.ts'

export type UserRow = User & { id: number }

/** State of the account. */
export function UserState({ lockFlag }: Pick<User, 'lockFlag'>) {
  const { t } = useTranslation('users')
  return lockFlag === '9' ? (
    <ListTag tone="bad" icon={<LockOutlined />} text={t('lock.9')} />
  ) : (
    <ListTag tone="good" icon={<CheckCircleOutlined />} text={t('lock.0')} />
  )
}

/** `picks` where several can be chosen. */
export function useUserColumns(picks: Picks | undefined): ListColumn<UserRow>[] {
  const { t } = useTranslation(['users', 'list'])
  const mayEdit = useMay('sys_user_edit')
  return useMemo(
    () => [
      ...(picks ? [pickColumn<UserRow>(picks)] : []),
      indexColumn(t('list:index')),
      {
        key: 'name',
        title: t('name'),
        width: 150,
        always: true,
        card: 'title',
        cell: ({ name, username }) => (
          <span title={`${name} ${username}`}>
            {name || username} {name && <span className="list-sub">{username}</span>}
          </span>
        ),
      },
      {
        key: 'phone',
        title: t('phone'),
        width: 108,
        card: 'time',
        cell: ({ phone }) => phone ?? '—',
        brief: ({ phone }) => phone,
      },
      { key: 'department', title: t('department'), width: 106, card: 'detail', cell: ({ deptName }) => whole(deptName) },
      {
        key: 'roles',
        title: t('role'),
        width: 90,
        card: 'detail',
        cell: ({ roleList }) => {
          const names = roleList.map(({ roleName }) => roleName).join(t('and'))
          return <span title={names}>{names || '—'}</span>
        },
      },
      { key: 'state', title: t('state'), width: 106, card: 'state', cell: ({ lockFlag }) => <UserState lockFlag={lockFlag} /> },
      {
        key: 'time',
        title: t('createTime'),
        width: 98,
        cell: ({ createTime }) => <span title={createTime}>{createTime.slice(0, 10)}</span>,
      },
      openColumn(t('list:action'), () => t(mayEdit ? 'edit' : 'list:details'), 70),
    ],
    [t, mayEdit, picks],
  )
}
