import { EventNoun } from '@huanwei/contract/subscriptions/codes'
import {
  addSubscription,
  changeSubscription,
  listSubscriptions,
  removeSubscription,
  renewSubscriptionSecret,
  type Subscription,
} from '@huanwei/contract/subscriptions/endpoints'
import { Checkbox, Form, Input, Switch } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showFailure } from '../../lib/failure.ts'
import { useAct, useSend } from '../../lib/send.ts'
import { useMay } from '../../lib/session.ts'
import { SecretDrawer } from '../../ui/drawer/SecretDrawer.tsx'
import { ConfirmButton } from '../../ui/form/ConfirmButton.tsx'
import { FormDrawer } from '../../ui/form/FormDrawer.tsx'
import { RemoveButton } from '../../ui/form/RemoveButton.tsx'
import { DepartmentSelect } from '../departments/DepartmentSelect.tsx'
import { Deliveries } from './Deliveries.tsx'
import { SubscriptionTag } from './SubscriptionTag.tsx'

const shown = [listSubscriptions]
const blank = { name: '', url: '', events: [], isStopped: false }

type Props = {
  /** Absent for a new one. */
  subscription: Subscription | undefined
  error: Error | null
  onReload: () => PromiseLike<unknown>
  onClose: () => void
}

/** One subscription with the events that were posted. Its secret is shown when it is made or replaced, this once. */
export function SubscriptionDrawer({ subscription, error, onReload, onClose }: Props) {
  const { t } = useTranslation(['subscriptions', 'clients'])
  const mayEdit = useMay(subscription ? 'admin_subscription_edit' : 'admin_subscription_add')
  const [add, change] = [useSend(addSubscription, shown), useSend(changeSubscription, shown)]
  const [secret, setSecret] = useState<ShownSecret>()
  if (secret)
    return (
      <SecretDrawer
        title={secret.title}
        warning={t('clients:once')}
        secrets={[
          { label: t('clientId'), text: secret.clientId },
          { label: t('clients:secret'), text: secret.secret },
        ]}
        onClose={onClose}
      />
    )
  return (
    <FormDrawer
      title={subscription ? subscription.name : t('add')}
      state={subscription && <SubscriptionTag subscription={subscription} />}
      fields={subscription ? changeSubscription.input : addSubscription.input}
      start={subscription ? { ...subscription, deptId: subscription.deptId ?? undefined } : blank}
      error={error}
      onReload={onReload}
      mayEdit={mayEdit}
      onSend={async (values) => {
        if (!('id' in values)) return setSecret({ title: t('made'), ...(await add(values)) })
        await change(values)
        onClose()
      }}
      onClose={onClose}
      actions={(updateTime) =>
        subscription && <Acts subscription={subscription} updateTime={updateTime} onSecret={setSecret} onGone={onClose} />
      }
    >
      <Form.Item name="name" label={t('name')} required>
        <Input maxLength={60} autoComplete="off" />
      </Form.Item>
      <Form.Item name="url" label={t('url')} extra={t('urlHint')} required>
        <Input maxLength={500} inputMode="url" autoComplete="off" />
      </Form.Item>
      <Form.Item name="events" label={t('events')} required>
        <Checkbox.Group
          className="subscription-events"
          options={Object.values(EventNoun).map((value) => ({ value, label: t(`event.${value}`) }))}
        />
      </Form.Item>
      <Form.Item name="deptId" label={t('department')} extra={t('departmentHint')}>
        <DepartmentSelect label={t('department')} />
      </Form.Item>
      <Form.Item name="isStopped" label={t('isStopped')} extra={t('isStoppedHint')} valuePropName="checked">
        <Switch />
      </Form.Item>
      {subscription && <Deliveries subscription={subscription} />}
    </FormDrawer>
  )
}

type ShownSecret = { title: string; clientId: string; secret: string }

type ActProps = {
  subscription: Subscription
  updateTime: string | undefined
  onSecret: (secret: ShownSecret) => void
  onGone: () => void
}

/** Replaces the secret, and removes the subscription. */
function Acts({ subscription: { id, clientId, name }, updateTime, onSecret, onGone }: ActProps) {
  const { t } = useTranslation(['subscriptions', 'clients'])
  const [mayEdit, mayRemove] = [useMay('admin_subscription_edit'), useMay('admin_subscription_del')]
  const renew = useSend(renewSubscriptionSecret, shown)
  const remove = useAct(removeSubscription, shown, onGone)
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
            title: t('clients:renewTitle'),
            content: t('clients:renewHint', { name }),
            okText: t('clients:renew'),
            onOk: () =>
              renew({ id, updateTime }).then(
                ({ secret }) => onSecret({ title: t('clients:renewed'), clientId, secret }),
                showFailure,
              ),
          }}
        />
      )}
    </>
  )
}
