import { listTenants, removeTenant, type Tenant } from '@huanwei/contract/tenants/endpoints'
import { Alert, Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { useSend } from '../../lib/send.ts'
import { FormDrawer } from '../../ui/form/FormDrawer.tsx'

type Props = { tenant: Tenant; onClose: () => void; onHandled: () => void }

/** Deletes a tenant with all its data once its name is typed. */
export function RemoveTenantDrawer({ tenant, onClose, onHandled }: Props) {
  const { t } = useTranslation('tenants')
  const remove = useSend(removeTenant, [listTenants])
  const { id, updateTime } = tenant
  return (
    <FormDrawer
      title={t('removeTitle')}
      fields={removeTenant.input}
      start={{ id, updateTime, name: '' }}
      onSend={async (values) => {
        await remove(values)
        onHandled()
      }}
      onClose={onClose}
      confirmLabel={t('remove')}
    >
      <Alert className="form-note" type="error" showIcon title={t('removeHint', { name: tenant.name })} />
      <Form.Item name="name" label={t('name')} required>
        <Input maxLength={50} autoComplete="off" placeholder={tenant.name} />
      </Form.Item>
    </FormDrawer>
  )
}
