import { App } from 'antd'
import { useTranslation } from 'react-i18next'

/** Returns a function that leaves by `go`: at once, or while something is unsent once the person says that it may be lost. */
export function useLeaveQuestion(isUnsent: boolean) {
  const { t } = useTranslation('list')
  const { modal } = App.useApp()
  return (go: () => void) => {
    if (!isUnsent) return go()
    modal.confirm({
      title: t('unsent'),
      content: t('unsentHint'),
      okText: t('discard'),
      cancelText: t('keep'),
      okButtonProps: { danger: true },
      // Esc, Enter must not lose what was typed.
      focusable: { autoFocusButton: 'cancel' },
      onOk: go,
    })
  }
}
