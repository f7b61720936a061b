import { App } from 'antd'
import { useTranslation } from 'react-i18next'

export type Question = {
  title: string
  /** What is destroyed, by name and number. */
  content: string
  /** What the person agrees to: 删除. */
  okText: string
  /** Its own errors are on the screen already; the dialog closes either way. */
  onOk: () => PromiseLike<unknown>
}

/** Asks before something is destroyed. 取消 has the keyboard, so that Enter destroys nothing. */
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
