import {
  addProvider,
  editProvider,
  listOwnBindings,
  listProviders,
  removeProvider,
  type SocialProvider,
} from '@huanwei/contract/social/endpoints'
import { Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { useAct, useSave } from '../../lib/send.ts'
import { useMayForAll } from '../../lib/session.ts'
import { FormDrawer } from '../../ui/form/FormDrawer.tsx'
import { RemoveButton } from '../../ui/form/RemoveButton.tsx'

const shown = [listProviders, listOwnBindings]

type Props = {
  provider: SocialProvider | undefined
  error: Error | null
  onReload: () => PromiseLike<unknown>
  onClose: () => void
}

/** One identity provider; a new one without `provider`. Its secret is written, never read. */
export function ProviderDrawer({ provider, error, onReload, onClose }: Props) {
  const { t } = useTranslation('tokens')
  const [mayAdd, mayEdit] = [useMayForAll('sys_social_details_add'), useMayForAll('sys_social_details_edit')]
  const save = useSave(addProvider, editProvider, shown, onClose)
  const mayRemove = useMayForAll('sys_social_details_del')
  const remove = useAct(removeProvider, shown, onClose)
  return (
    <FormDrawer
      title={provider ? provider.remark : t('provider.add')}
      fields={provider ? editProvider.input : addProvider.input}
      start={provider ? { ...provider, appSecret: '' } : { type: 'OIDC', remark: '', issuer: '', appId: '', appSecret: '' }}
      error={error}
      onReload={onReload}
      mayEdit={provider ? mayEdit : mayAdd}
      onSend={save}
      onClose={onClose}
      actions={(updateTime) =>
        provider &&
        mayRemove && (
          <RemoveButton
            question={{ title: t('provider.removeTitle'), content: t('provider.removeHint', { name: provider.remark }) }}
            onRemove={() => remove({ id: provider.id, updateTime })}
          />
        )
      }
    >
      <Form.Item name="remark" label={t('provider.remark')} required extra={t('provider.remarkHint')}>
        <Input maxLength={50} />
      </Form.Item>
      <Form.Item name="type" label={t('provider.type')} required extra={t('provider.typeHint')}>
        <Input maxLength={16} autoComplete="off" />
      </Form.Item>
      <Form.Item name="issuer" label={t('provider.issuer')} required extra={t('provider.issuerHint')}>
        <Input maxLength={300} inputMode="url" autoComplete="off" />
      </Form.Item>
      <Form.Item name="appId" label={t('provider.appId')} required>
        <Input maxLength={200} autoComplete="off" />
      </Form.Item>
      <Form.Item
        name="appSecret"
        label={t('provider.appSecret')}
        required={!provider}
        extra={t(provider ? 'provider.secretHint' : 'provider.returnHint', { address: `${window.location.origin}/authredirect` })}
      >
        <Input.Password maxLength={500} autoComplete="new-password" />
      </Form.Item>
    </FormDrawer>
  )
}
