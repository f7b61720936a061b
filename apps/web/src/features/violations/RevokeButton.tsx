import { App } from 'antd'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '../../ui/form/ActionButton.tsx'

/** 撤销 of a verdict, after a question. */
export function RevokeButton({ disabled, onRevoke }: { disabled: boolean; onRevoke: () => Promise<unknown> }) {
  const { t } = useTranslation(['violations', 'list'])
  const { modal } = App.useApp()
  async function ask() {
    await modal.confirm({
      title: t('revokeQuestion'),
      okText: t('action.confirm'),
      cancelText: t('action.cancel'),
      okButtonProps: { danger: true, autoInsertSpace: false },
      cancelButtonProps: { autoInsertSpace: false },
      onOk: onRevoke,
    })
  }
  return (
    <ActionButton danger disabled={disabled} onAct={ask}>
      {t('revoke')}
    </ActionButton>
  )
}
