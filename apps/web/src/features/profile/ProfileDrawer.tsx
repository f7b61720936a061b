import { changeOwnUser, getUserDetail } from '@huanwei/contract/profile/endpoints'
import { getUserByName, listUsers, Phone, type User } from '@huanwei/contract/users/endpoints'
import { Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../lib/errors.ts'
import { useSend } from '../../lib/send.ts'
import { changeUser } from '../../lib/session.ts'
import { FormDrawer } from '../../ui/form/FormDrawer.tsx'
import { PhotoUpload } from '../files/PhotoUpload.tsx'
import { GenderField } from '../users/GenderField.tsx'

/** A user without a number may stay without one; a number is not emptied. */
const fields = changeOwnUser.input.omit({ username: true, newpassword1: true }).extend({ phone: Phone.nullable() })

type Props = { user: User; onReload: () => PromiseLike<unknown>; onClose: () => void }

/** A user's own profile. */
export function ProfileDrawer({ user, onReload, onClose }: Props) {
  const { t } = useTranslation('profile')
  const send = useSend(changeOwnUser, [getUserByName, listUsers, getUserDetail])
  const { name, gender, phone, avatar, updateTime } = user
  return (
    <FormDrawer
      title={t('change')}
      fields={fields}
      start={{ name, gender, phone, avatar, password: '', updateTime }}
      onReload={onReload}
      onSend={async (values) => {
        if (!(await send(values))) throw new ApiError(200, 0, t('wrongPassword'), { field: 'password' })
        changeUser({ avatar: values.avatar ?? null, name: values.name || user.username })
        onClose()
      }}
      onClose={onClose}
    >
      {(values) => (
        <>
          <Form.Item name="name" label={t('name')}>
            <Input maxLength={50} />
          </Form.Item>
          <Form.Item name="phone" label={t('phone')} required>
            <Input maxLength={11} inputMode="numeric" />
          </Form.Item>
          {values.phone !== phone && (
            <Form.Item name="password" label={t('presentPassword')} required extra={t('phoneHint')}>
              <Input.Password maxLength={128} autoComplete="current-password" />
            </Form.Item>
          )}
          <GenderField />
          <Form.Item
            name="avatar"
            label={t('avatar')}
            getValueProps={(file: string | null) => ({ value: file ? [file] : [] })}
            normalize={(files: string[]) => files[0] ?? null}
          >
            <Avatar label={t('avatar')} />
          </Form.Item>
        </>
      )}
    </FormDrawer>
  )
}

type AvatarProps = { label: string; value?: string[]; onChange?: (files: string[]) => void }
/** `Form.Item` gives the value. */
const Avatar = ({ label, value = [], onChange }: AvatarProps) => (
  <PhotoUpload label={label} value={value} onChange={(files) => onChange?.(files)} />
)
