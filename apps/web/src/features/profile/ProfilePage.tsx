import { EditOutlined, KeyOutlined } from '@ant-design/icons'
import { getOwnLogins } from '@huanwei/contract/profile/endpoints'
import { getUserByName } from '@huanwei/contract/users/endpoints'
import { useQuery } from '@tanstack/react-query'
import { Button, Flex, Skeleton } from 'antd'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { query } from '../../lib/api.ts'
import type { PageProps } from '../../lib/page.tsx'
import { useSession } from '../../lib/session.ts'
import { lookAgainMs } from '../../lib/use-record.ts'
import { DrawerFacts } from '../../ui/drawer/DrawerFrame.tsx'
import { ListEmpty, LoadFailed } from '../../ui/list/ListNotice.tsx'
import { browserName } from '../tokens/browser-name.ts'
import { Bindings } from './Bindings.tsx'
import { PasswordDrawer } from './PasswordDrawer.tsx'
import { ProfileDrawer } from './ProfileDrawer.tsx'
import './profile.css'

export const ProfileSearch = z.object({ open: z.enum(['data', 'password']).optional().catch(undefined) })
export type ProfileSearch = z.infer<typeof ProfileSearch>

/** The person's own data, password and last log-ins. Source: spec 4, S0 §7. */
export function ProfilePage({ search, onSearch }: PageProps<ProfileSearch>) {
  const { t } = useTranslation(['profile', 'users', 'list'])
  const username = useSession((s) => s.session?.user.username ?? '')
  const own = useQuery({
    ...query(getUserByName, { username }),
    enabled: username !== '',
    refetchInterval: search.open === 'data' ? lookAgainMs : false,
  })
  const user = own.data
  const close = () => onSearch({ open: undefined })
  return (
    <div className="profile">
      <Flex vertical component="section" className="profile-card" aria-labelledby="profile-data">
        <header>
          <h2 id="profile-data">{t('data')}</h2>
          <Button icon={<EditOutlined aria-hidden />} disabled={!user} onClick={() => onSearch({ open: 'data' })}>
            {t('change')}
          </Button>
          <Button icon={<KeyOutlined aria-hidden />} onClick={() => onSearch({ open: 'password' })}>
            {t('changePassword')}
          </Button>
        </header>
        {user ? (
          <DrawerFacts
            facts={[
              { key: 'username', label: t('username'), value: user.username },
              { key: 'name', label: t('name'), value: user.name || '—' },
              { key: 'phone', label: t('phone'), value: user.phone ?? '—' },
              { key: 'gender', label: t('users:gender'), value: t(`users:genders.${user.gender}`) },
              { key: 'department', label: t('department'), value: user.deptName },
              { key: 'roles', label: t('roles'), value: user.roleList.map(({ roleName }) => roleName).join(t('and')) || '—' },
              { key: 'since', label: t('createTime'), value: user.createTime },
            ]}
          />
        ) : own.error ? (
          <LoadFailed title={t('failed')} error={own.error} onRetry={() => own.refetch()} />
        ) : (
          <Skeleton active title={false} paragraph={{ rows: 4 }} />
        )}
      </Flex>
      <Bindings />
      <Logins />
      {search.open === 'data' && user && <ProfileDrawer user={user} onReload={own.refetch} onClose={close} />}
      {search.open === 'password' && <PasswordDrawer onClose={close} />}
    </div>
  )
}

/** The last tries to log in under the person's name: a strange one shows that somebody knows the password, or tries to. */
function Logins() {
  const { t } = useTranslation('profile')
  const logins = useQuery(query(getOwnLogins, {}))
  return (
    <Flex vertical component="section" className="profile-card" aria-labelledby="profile-logins">
      <header>
        <h2 id="profile-logins">{t('logins')}</h2>
      </header>
      {logins.data?.length ? (
        <table aria-labelledby="profile-logins">
          <thead>
            <tr>
              <th scope="col">{t('time')}</th>
              <th scope="col">{t('result')}</th>
              <th scope="col">{t('address')}</th>
              <th scope="col">{t('browser')}</th>
            </tr>
          </thead>
          <tbody>
            {logins.data.map(({ id, createTime, status, remoteAddr, userAgent }) => (
              <tr key={id}>
                <td>{createTime}</td>
                <td data-tone={status === 1 ? undefined : 'bad'}>{t(`status.${status}`)}</td>
                <td>{remoteAddr}</td>
                <td title={userAgent}>{browserName(userAgent)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : logins.data ? (
        <ListEmpty title={t('noLogins')} hint={t('noLoginsHint')} />
      ) : logins.error ? (
        <LoadFailed title={t('failed')} error={logins.error} onRetry={() => logins.refetch()} />
      ) : (
        <Skeleton active title={false} paragraph={{ rows: 4 }} />
      )}
    </Flex>
  )
}
