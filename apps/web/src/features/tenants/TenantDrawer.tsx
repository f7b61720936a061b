import { DeleteOutlined, DownloadOutlined } from '@ant-design/icons'
import { SiteType } from '@huanwei/contract/sites/endpoints'
import { TenantStatus } from '@huanwei/contract/tenants/codes'
import {
  addTenant,
  changeTenant,
  getTenant,
  getTenantArchiveUrl,
  listTenants,
  type Tenant,
} from '@huanwei/contract/tenants/endpoints'
import { Form, Input, InputNumber, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api.ts'
import { showFailure } from '../../lib/failure.ts'
import { saveFrom } from '../../lib/save.ts'
import { useSave } from '../../lib/send.ts'
import { useSession } from '../../lib/session.ts'
import { useRecord } from '../../lib/use-record.ts'
import { ActionButton } from '../../ui/form/ActionButton.tsx'
import { FormDrawer } from '../../ui/form/FormDrawer.tsx'
import { MomentPicker } from '../../ui/form/MomentPicker.tsx'
import { RemoveTenantDrawer } from './RemoveTenantDrawer.tsx'
import { TenantTag } from './TenantTag.tsx'

type Props = { id: number | 'new'; onClose: () => void; onHandled: () => void }

const shown = [listTenants, getTenant]
const blank = { name: '', code: '', hosts: [], type: SiteType.sanitation, status: TenantStatus.normal, username: 'admin' }

/** One tenant: its hosts, names, span and limits; its archive and its end. */
export function TenantDrawer({ id, onClose, onHandled }: Props) {
  const { t } = useTranslation('tenants')
  const isNew = id === 'new'
  const tenant = useRecord(getTenant, isNew ? undefined : { id })
  const save = useSave(addTenant, changeTenant, shown, onClose)
  const [isRemoving, setRemoving] = useState(false)
  const close = () => setRemoving(false)
  return (
    <>
      <FormDrawer
        title={isNew ? t('add') : (tenant.data?.name ?? t('detail'))}
        state={tenant.data && <TenantTag tenant={tenant.data} />}
        fields={isNew ? addTenant.input : changeTenant.input}
        start={isNew ? blank : tenant.data}
        error={tenant.error}
        onReload={() => tenant.refetch()}
        mayEdit={!tenant.data?.isBeingRemoved}
        onSend={save}
        onClose={onClose}
        actions={() => tenant.data && <TenantActs tenant={tenant.data} onRemove={() => setRemoving(true)} />}
      >
        <NameFields />
        {isNew && <AccountFields />}
        <LimitFields />
        <Form.Item name="remark" label={t('remark')}>
          <Input.TextArea maxLength={500} rows={2} />
        </Form.Item>
      </FormDrawer>
      {isRemoving && tenant.data && <RemoveTenantDrawer tenant={tenant.data} onClose={close} onHandled={onHandled} />}
    </>
  )
}

/** The archive of all data, and the removal of a frozen tenant that is not one's own. */
function TenantActs({ tenant, onRemove }: { tenant: Tenant; onRemove: () => void }) {
  const { t } = useTranslation('tenants')
  const isOwn = useSession((s) => s.session?.user.tenantId === tenant.id)
  const isFrozen = tenant.status === TenantStatus.frozen
  async function save() {
    const archive = await call(getTenantArchiveUrl, { id: tenant.id }).catch(showFailure)
    if (archive) saveFrom(archive.url)
  }
  return (
    <>
      <ActionButton icon={<DownloadOutlined aria-hidden />} title={t('archiveHint')} onAct={save}>
        {t('archive')}
      </ActionButton>
      {!isOwn && !tenant.isBeingRemoved && (
        <ActionButton
          danger
          icon={<DeleteOutlined aria-hidden />}
          disabled={!isFrozen}
          title={isFrozen ? t('remove') : t('removeFirst')}
          onAct={async () => onRemove()}
        >
          {t('remove')}
        </ActionButton>
      )}
    </>
  )
}

function NameFields() {
  const { t } = useTranslation('tenants')
  const types = Object.values(SiteType).map((value) => ({ value, label: t(`types.${value}`) }))
  return (
    <>
      <div className="form-columns">
        <Form.Item name="name" label={t('name')} required>
          <Input maxLength={50} />
        </Form.Item>
        <Form.Item name="code" label={t('code')} required>
          <Input maxLength={20} />
        </Form.Item>
      </div>
      <Form.Item name="hosts" label={t('hosts')} extra={t('hostsHint')}>
        <Select mode="tags" open={false} suffixIcon={null} tokenSeparators={[' ', ',']} />
      </Form.Item>
      <div className="form-columns">
        <Form.Item name="type" label={t('type')}>
          <Select options={types} />
        </Form.Item>
        <Form.Item name="status" label={t('status')}>
          <Select options={Object.values(TenantStatus).map((value) => ({ value, label: t(`statuses.${value}`) }))} />
        </Form.Item>
        <Form.Item name="title" label={t('systemTitle')}>
          <Input maxLength={50} />
        </Form.Item>
        <Form.Item name="shortName" label={t('shortName')}>
          <Input maxLength={20} />
        </Form.Item>
      </div>
    </>
  )
}

function AccountFields() {
  const { t } = useTranslation('tenants')
  return (
    <div className="form-columns">
      <Form.Item name="username" label={t('admin')} extra={t('adminHint')} required>
        <Input maxLength={64} autoComplete="off" />
      </Form.Item>
      <Form.Item name="password" label={t('password')} required>
        <Input.Password maxLength={128} autoComplete="new-password" />
      </Form.Item>
    </div>
  )
}

function LimitFields() {
  const { t } = useTranslation('tenants')
  return (
    <div className="form-columns">
      <Form.Item name="startTime" label={t('startTime')}>
        <MomentPicker />
      </Form.Item>
      <Form.Item name="endTime" label={t('endTime')}>
        <MomentPicker />
      </Form.Item>
      {(['maxUsers', 'maxTerminals'] as const).map((name) => (
        <Form.Item key={name} name={name} label={t(name)}>
          <InputNumber min={1} max={10_000_000} precision={0} placeholder={t('noLimit')} style={{ width: '100%' }} />
        </Form.Item>
      ))}
    </div>
  )
}
