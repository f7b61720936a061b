import { App } from 'antd'
import { useTranslation } from 'react-i18next'
import { signOut } from '../session/sign-in.ts'

/** Confirms and logs out. Source: spec 1, section 2.5. */
export function useLeave() {
  const { t } = useTranslation(['shell', 'common'])
  const { modal } = App.useApp()
  return () =>
    modal.confirm({
      title: t('common:prompt.title'),
      content: t('user.logoutQuestion'),
      okText: t('common:action.confirm'),
      cancelText: t('common:action.cancel'),
      // The session here has ended even when the server could not be told.
      onOk: () => signOut().catch((error) => console.warn('huanwei: the server was not told of the logout', error)),
    })
}
