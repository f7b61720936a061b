import { Form, Input, Modal } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lockSoon } from './lock-soon.ts'

/** 设置锁屏密码: asked once for a log-in. Source: spec 4, S0 §2.5. */
export function LockDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['lock', 'common', 'checks'])
  const [form] = Form.useForm<{ password?: string }>()
  const [isBusy, setBusy] = useState(false)

  const confirm = async ({ password }: { password?: string }) => {
    setBusy(true)
    // A refusal is on the screen already; the dialog stays for another try.
    await lockSoon(password).then(onClose, () => setBusy(false))
  }
  return (
    <Modal
      open
      width={420}
      title={t('setPassword')}
      okText={t('common:action.confirm')}
      cancelText={t('common:action.cancel')}
      okButtonProps={{ loading: isBusy, autoInsertSpace: false }}
      cancelButtonProps={{ autoInsertSpace: false }}
      onOk={form.submit}
      onCancel={onClose}
    >
      <Form form={form} layout="vertical" requiredMark={false} onFinish={confirm}>
        <Form.Item
          name="password"
          label={t('password')}
          rules={[{ required: true, message: t('checks:lockPasswordEmpty') }]}
          extra={t('hint')}
        >
          <Input.Password autoFocus autoComplete="new-password" maxLength={64} placeholder={t('passwordPlaceholder')} />
        </Form.Item>
      </Form>
    </Modal>
  )
}
