import { listDepartments } from '@huanwei/contract/departments/endpoints'
import { getRoles, type Role } from '@huanwei/contract/roles/endpoints'
import {
  addUser,
  changeUser,
  getUser,
  getUserByName,
  listUsers,
  Phone,
  removeUser,
  type User,
} from '@huanwei/contract/users/endpoints'
import { useQuery } from '@tanstack/react-query'
import { Alert, Form, Input, Radio, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { query } from '../../lib/api.ts'
import { useAct, useSend } from '../../lib/send.ts'
import { useMay, useSession } from '../../lib/session.ts'
import { useRecord } from '../../lib/use-record.ts'
import { FormDrawer } from '../../ui/form/FormDrawer.tsx'
import { RemoveButton } from '../../ui/form/RemoveButton.tsx'
import { DepartmentSelect } from '../departments/DepartmentSelect.tsx'
import { GenderField } from './GenderField.tsx'
import { UserState } from './UserColumns.tsx'

type Props = {
  id: number | 'new'
  /** Initial values of a new one. */
  deptId: number | undefined
  onClose: () => void
}

const shown = [listUsers, getUser, getUserByName, getRoles, listDepartments]
const empty = {
  username: '',
  name: '',
  gender: '2' as const,
  phone: '',
  intercomAccount: '',
  role: [],
  lockFlag: '0' as const,
  newpassword1: '',
}

/** A user without a number may stay without one; a number is not emptied. */
const changed = changeUser.input.extend({ phone: Phone.nullable() })

/** One user. Who may do more than the person is shown, and out of use. */
export function UserDrawer({ id, deptId, onClose }: Props) {
  const { t } = useTranslation('users')
  const isNew = id === 'new'
  const user = useRecord(getUser, isNew ? undefined : { id })
  const roles = useQuery(query(getRoles, {}))
  const [mayAdd, mayEdit, mayRemove] = [useMay('sys_user_add'), useMay('sys_user_edit'), useMay('sys_user_del')]
  const isOwn = useSession((s) => s.session?.user.userId === id)
  const add = useSend(addUser, shown)
  const change = useSend(changeUser, shown)
  const remove = useAct(removeUser, shown, onClose)
  const had = user.data?.roleList.map(({ roleId }) => roleId) ?? []
  const isBeyond = !isOwn && !!roles.data?.some(({ roleId, mayGive }) => !mayGive && had.includes(roleId))

  return (
    <FormDrawer
      title={isNew ? t('add') : user.data ? user.data.name || user.data.username : t('detail')}
      state={user.data && <UserState lockFlag={user.data.lockFlag} />}
      fields={isNew ? addUser.input : changed}
      start={isNew ? { ...empty, deptId } : user.data && roles.data && startOf(user.data)}
      error={user.error ?? roles.error}
      onReload={() => Promise.all([isNew || user.refetch(), roles.refetch()])}
      mayEdit={isNew ? mayAdd : mayEdit && !isBeyond}
      onSend={async (values) => {
        if ('userId' in values) await change(values)
        else await add(values)
        onClose()
      }}
      onClose={onClose}
      actions={(updateTime) =>
        user.data &&
        mayRemove &&
        !isOwn &&
        !isBeyond && (
          <RemoveButton
            question={{ title: t('removeTitle'), content: t('removeHint', { name: namesOf(user.data) }) }}
            onRemove={() => remove({ id: user.data.userId, updateTime })}
          />
        )
      }
    >
      {isBeyond && <Alert className="form-note" type="info" showIcon title={t('beyondHint')} />}
      <PersonFields isOwn={isOwn} />
      <Form.Item name="deptId" label={t('department')} required>
        <DepartmentSelect label={t('department')} />
      </Form.Item>
      <RoleField roles={roles.data ?? []} had={had} />
      <Form.Item name="intercomAccount" label={t('intercomAccount')} extra={t('intercomHint')}>
        <Input maxLength={64} autoComplete="off" />
      </Form.Item>
      <LoginFields isNew={isNew} isOwn={isOwn} />
    </FormDrawer>
  )
}

/** Roles that do more than the person may are no choice, save those that the user has. */
function RoleField({ roles, had }: { roles: readonly Role[]; had: readonly number[] }) {
  const { t } = useTranslation('users')
  return (
    <Form.Item name="role" label={t('role')} extra={t('roleHint')}>
      <Select<number[]>
        mode="multiple"
        placeholder={t('role')}
        showSearch={{ optionFilterProp: 'label' }}
        options={roles.map(({ roleId, roleName, mayGive }) => ({
          value: roleId,
          label: roleName,
          disabled: !mayGive && !had.includes(roleId),
        }))}
      />
    </Form.Item>
  )
}

/** `isOwn`: the number is changed in the personal settings. */
function PersonFields({ isOwn }: { isOwn: boolean }) {
  const { t } = useTranslation('users')
  return (
    <div className="form-columns">
      <Form.Item name="username" label={t('username')} required>
        <Input maxLength={64} autoComplete="off" />
      </Form.Item>
      <Form.Item name="name" label={t('name')}>
        <Input maxLength={50} />
      </Form.Item>
      <Form.Item name="phone" label={t('phone')} required>
        <Input maxLength={11} inputMode="numeric" autoComplete="off" {...(isOwn && { disabled: true })} />
      </Form.Item>
      <GenderField />
    </div>
  )
}

/** Password and state; nobody changes the own ones here. */
function LoginFields({ isNew, isOwn }: { isNew: boolean; isOwn: boolean }) {
  const { t } = useTranslation('users')
  return (
    <>
      <Form.Item
        name="newpassword1"
        label={t(isNew ? 'password' : 'resetPassword')}
        required={isNew}
        extra={t(isNew ? 'passwordHint' : isOwn ? 'ownLoginHint' : 'resetHint')}
      >
        <Input.Password maxLength={128} autoComplete="new-password" {...(isOwn && { disabled: true })} />
      </Form.Item>
      <Form.Item name="lockFlag" label={t('state')} extra={isOwn ? t('ownLockHint') : t('lockHint')}>
        <Radio.Group
          aria-label={t('state')}
          {...(isOwn && { disabled: true })}
          options={(['0', '9'] as const).map((value) => ({ value, label: t(`lock.${value}`) }))}
        />
      </Form.Item>
    </>
  )
}

const namesOf = ({ name, username }: User) => (name ? `${name} (${username})` : username)

const startOf = ({ roleList, ...user }: User) => ({
  ...user,
  role: roleList.map(({ roleId }) => roleId),
  newpassword1: '',
})
