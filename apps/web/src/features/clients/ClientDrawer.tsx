import {
  addClient,
  type Client,
  changeClient,
  listClients,
  removeClient,
  renewClientSecret,
} from '@huanwei/contract/clients/endpoints'
import { Form, Input, InputNumber, Switch } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showFailure } from '../../lib/failure.ts'
import { useAct, useSend } from '../../lib/send.ts'
import { useMay } from '../../lib/session.ts'
import { DrawerFacts } from '../../ui/drawer/DrawerFrame.tsx'
import { SecretDrawer } from '../../ui/drawer/SecretDrawer.tsx'
import { ConfirmButton } from '../../ui/form/ConfirmButton.tsx'
import { DayPicker } from '../../ui/form/DayPicker.tsx'
import { FormDrawer } from '../../ui/form/FormDrawer.tsx'
import { RemoveButton } from '../../ui/form/RemoveButton.tsx'
import { DepartmentSelect } from '../departments/DepartmentSelect.tsx'
import { ClientTag } from './ClientTag.tsx'
import { PermissionSelect } from './PermissionSelect.tsx'
import './clients.css'

const shown = [listClients]
const blank = { name: '', permissions: [], addressRange: '', rate: 600, acceptsMd5: false, isStopped: false }

type Props = {
  /** Absent for a new one. */
  client: Client | undefined
  error: Error | null
  onReload: () => PromiseLike<unknown>
  onClose: () => void
}

/** One client. Its secret is shown when it is made or replaced, this once. */
export function ClientDrawer({ client, error, onReload, onClose }: Props) {
  const { t } = useTranslation('clients')
  const mayEdit = useMay(client ? 'admin_client_edit' : 'admin_client_add')
  const [add, change] = [useSend(addClient, shown), useSend(changeClient, shown)]
  const [secret, setSecret] = useState<ShownSecret>()
  if (secret)
    return (
      <SecretDrawer
        title={secret.title}
        warning={t('once')}
        secrets={[
          { label: t('clientId'), text: secret.clientId },
          { label: t('secret'), text: secret.secret },
        ]}
        onClose={onClose}
      />
    )
  const start = client && { ...client, deptId: client.deptId ?? undefined, expires: client.expires ?? undefined }
  return (
    <FormDrawer
      title={client ? client.name : t('add')}
      state={client && <ClientTag client={client} />}
      fields={client ? changeClient.input : addClient.input}
      start={client ? start : blank}
      error={error}
      onReload={onReload}
      mayEdit={mayEdit}
      onSend={async (values) => {
        if (!('id' in values)) return setSecret({ title: t('made'), ...(await add(values)) })
        await change(values)
        onClose()
      }}
      onClose={onClose}
      actions={(updateTime) => client && <Acts client={client} updateTime={updateTime} onSecret={setSecret} onGone={onClose} />}
    >
      {client && <ClientFacts client={client} />}
      <Form.Item name="name" label={t('name')} required>
        <Input maxLength={60} autoComplete="off" />
      </Form.Item>
      <Form.Item name="permissions" label={t('permissions')} extra={t('permissionsHint')}>
        <PermissionSelect />
      </Form.Item>
      <Form.Item name="deptId" label={t('department')} extra={t('departmentHint')}>
        <DepartmentSelect label={t('department')} />
      </Form.Item>
      <Form.Item name="addressRange" label={t('addressRange')} extra={t('addressRangeHint')}>
        <Input maxLength={300} autoComplete="off" />
      </Form.Item>
      <div className="form-columns">
        <Form.Item name="rate" label={t('rate')} required>
          <InputNumber min={1} max={6000} precision={0} style={{ width: '100%' }} />
        </Form.Item>
        <Form.Item name="expires" label={t('expires')}>
          <DayPicker />
        </Form.Item>
      </div>
      <Form.Item name="acceptsMd5" label={t('acceptsMd5')} extra={t('acceptsMd5Hint')} valuePropName="checked">
        <Switch />
      </Form.Item>
      <Form.Item name="isStopped" label={t('isStopped')} valuePropName="checked">
        <Switch />
      </Form.Item>
      <p className="client-note">{t('ownerHint')}</p>
    </FormDrawer>
  )
}

function ClientFacts({ client: { clientId, ownerName, lastTime, lastAddress } }: { client: Client }) {
  const { t } = useTranslation('clients')
  return (
    <DrawerFacts
      facts={[
        { key: 'clientId', label: t('clientId'), value: clientId, wide: true },
        { key: 'owner', label: t('owner'), value: ownerName },
        { key: 'last', label: t('lastTime'), value: lastTime ?? t('never') },
        { key: 'address', label: t('lastAddress'), value: lastAddress || '—' },
      ]}
    />
  )
}

type ActProps = {
  client: Client
  updateTime: string | undefined
  onSecret: (secret: ShownSecret) => void
  onGone: () => void
}

/** Replaces the secret, and removes the client. */
function Acts({ client: { id, clientId, name }, updateTime, onSecret, onGone }: ActProps) {
  const { t } = useTranslation('clients')
  const [mayEdit, mayRemove] = [useMay('admin_client_edit'), useMay('admin_client_del')]
  const renew = useSend(renewClientSecret, shown)
  const remove = useAct(removeClient, shown, onGone)
  return (
    <>
      {mayRemove && (
        <RemoveButton
          question={{ title: t('removeTitle'), content: t('removeHint', { name }) }}
          onRemove={() => remove({ id, updateTime })}
        />
      )}
      {mayEdit && (
        <ConfirmButton
          question={{
            title: t('renewTitle'),
            content: t('renewHint', { name }),
            okText: t('renew'),
            onOk: () =>
              renew({ id, updateTime }).then(({ secret }) => onSecret({ title: t('renewed'), clientId, secret }), showFailure),
          }}
        />
      )}
    </>
  )
}

type ShownSecret = { title: string; clientId: string; secret: string }
