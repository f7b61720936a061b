import { LinkOutlined } from '@ant-design/icons'
import type { Output } from '@huanwei/contract/endpoint'
import { beginSocialBind, listOwnBindings, unbindSocial } from '@huanwei/contract/social/endpoints'
import { useQuery } from '@tanstack/react-query'
import { Flex, Form, Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call, query } from '../../lib/api.ts'
import { useSend } from '../../lib/send.ts'
import { ActionButton } from '../../ui/form/ActionButton.tsx'
import { FormDrawer } from '../../ui/form/FormDrawer.tsx'
import { leaveForProvider } from '../session/social-return.ts'

/** The identity providers that the organisation has set up, and which the person logs in with. Nothing where there are none. */
export function Bindings() {
  const { t } = useTranslation('profile')
  const bindings = useQuery(query(listOwnBindings, {}))
  const [opened, setOpened] = useState<string>()
  if (!bindings.data?.length) return null
  const binding = bindings.data.find(({ type }) => type === opened)
  return (
    <Flex vertical component="section" className="profile-card" aria-labelledby="profile-bindings">
      <header>
        <h2 id="profile-bindings">{t('bindings')}</h2>
      </header>
      <ul className="profile-bindings">
        {bindings.data.map(({ type, remark, boundTime }) => (
          <li key={type}>
            <span>
              <LinkOutlined aria-hidden /> {remark || type}
            </span>
            <span className="list-sub">{boundTime ? t('boundSince', { time: boundTime }) : t('notBound')}</span>
            <ActionButton onAct={async () => setOpened(type)}>{t(boundTime ? 'unbind' : 'bind')}</ActionButton>
          </li>
        ))}
      </ul>
      {binding && <BindingDrawer binding={binding} onClose={() => setOpened(undefined)} />}
    </Flex>
  )
}

type Binding = Output<typeof listOwnBindings>[number]
const fields = unbindSocial.input.pick({ password: true })

/** The password, then the way to the provider; or the end of the binding. */
function BindingDrawer({ binding, onClose }: { binding: Binding; onClose: () => void }) {
  const { t } = useTranslation('profile')
  const unbind = useSend(unbindSocial, [listOwnBindings])
  const { type, remark, boundTime } = binding
  const action = t(boundTime ? 'unbind' : 'bind')
  return (
    <FormDrawer
      title={action}
      fields={fields}
      start={{ password: '' }}
      confirmLabel={action}
      onSend={async ({ password }) => {
        if (!boundTime) return leaveForProvider(await call(beginSocialBind, { type, password }))
        await unbind({ type, password })
        onClose()
      }}
      onClose={onClose}
    >
      <p className="list-sub">{t(boundTime ? 'unbindHint' : 'bindHint', { name: remark || type })}</p>
      <Form.Item name="password" label={t('presentPassword')} required>
        <Input.Password maxLength={128} autoComplete="current-password" />
      </Form.Item>
    </FormDrawer>
  )
}
