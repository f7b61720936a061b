import { changeOwnPassword } from '@huanwei/contract/profile/endpoints'
import { NewPassword } from '@huanwei/contract/users/endpoints'
import { Form, Input } from 'antd'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { ApiError } from '../../lib/errors.ts'
import { useSend } from '../../lib/send.ts'
import { FormDrawer } from '../../ui/form/FormDrawer.tsx'

/** The old password, the new one twice. Every other session of the person ends. Source: spec 4, S0 §7. */
export function PasswordDrawer({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('profile')
  const send = useSend(changeOwnPassword, [])
  const fields = useMemo(
    () =>
      z
        .object({ password: z.string().min(1), newpassword1: NewPassword, again: z.string() })
        .refine(({ newpassword1, again }) => newpassword1 === again, { path: ['again'], error: t('differ') }),
    [t],
  )
  return (
    <FormDrawer
      title={t('changePassword')}
      fields={fields}
      start={{ password: '', newpassword1: '', again: '' }}
      onSend={async ({ password, newpassword1 }) => {
        if (!(await send({ password, newpassword1 }))) throw new ApiError(200, 0, t('wrongOld'), { field: 'password' })
        onClose()
      }}
      onClose={onClose}
    >
      <Form.Item name="password" label={t('oldPassword')} required>
        <Input.Password maxLength={128} autoComplete="current-password" />
      </Form.Item>
      <Form.Item name="newpassword1" label={t('newPassword')} required extra={t('passwordHint')}>
        <Input.Password maxLength={128} autoComplete="new-password" />
      </Form.Item>
      <Form.Item name="again" label={t('again')} required>
        <Input.Password maxLength={128} autoComplete="new-password" />
      </Form.Item>
    </FormDrawer>
  )
}
