import { LockOutlined } from '@ant-design/icons'
import { getLock } from '@huanwei/contract/locks/endpoints'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { i18n } from '../../i18n/i18n.ts'
import { call } from '../../lib/api.ts'
import { eager } from '../../lib/eager.tsx'
import { errorOf } from '../../lib/errors.ts'
import { showFailure } from '../../lib/failure.ts'
import { useSettings } from '../../lib/settings.ts'
import { HeaderButton } from '../header/HeaderButton.tsx'
import { LatePart } from '../LatePart.tsx'
import { lockSoon } from './lock-soon.ts'

const dialog = eager(async () => {
  const [{ LockDialog }] = await Promise.all([import('./LockDialog.tsx'), i18n.loadNamespaces('lock')])
  return LockDialog
})

/** Locks the screen, unless it is switched off; the first time of a log-in it asks for the password that will open it. Source: spec 1, section 4. */
export function LockButton() {
  const { t } = useTranslation('shell')
  const isShown = useSettings((s) => s.showLock)
  const [isAsking, setAsking] = useState(false)
  const begin = async () => {
    try {
      const { hasPassword } = await call(getLock, {})
      if (hasPassword) await lockSoon()
      else setAsking(true)
    } catch (error) {
      showFailure(errorOf(error))
    }
  }
  const close = () => setAsking(false)
  return (
    <>
      {isShown && <HeaderButton label={t('lock')} icon={<LockOutlined />} onClick={begin} />}
      {isAsking && <LatePart onLost={close}>{dialog.draw({ onClose: close })}</LatePart>}
    </>
  )
}
