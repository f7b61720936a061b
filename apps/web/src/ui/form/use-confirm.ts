import { App } from 'antd'
import { useTranslation } from 'react-i18next'

export type Question = {
  title: string
  /** Names and number of the items to destroy. */
  content: string
  /** Label of the confirming button. */
  okText: string
  /** Its own errors are on the screen already; the dialog closes either way. */
  onOk: () => PromiseLike<unknown>
}

/** Confirmation before something is destroyed. The cancel button has the focus, so that Enter destroys nothing. */
export function useConfirm() {
  const { t } = useTranslation()
  const { modal } = App.useApp()
  return async ({ onOk, ...question }: Question) => {
    await modal.confirm({
      ...question,
      cancelText: t('action.cancel'),
      okButtonProps: { danger: true, autoInsertSpace: false },
      cancelButtonProps: { autoInsertSpace: false },
      focusable: { autoFocusButton: 'cancel' },
      onOk: async () => {
        await onOk()
      },
    })
  }
}
