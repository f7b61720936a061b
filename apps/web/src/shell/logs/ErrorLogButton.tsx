import { BugOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { i18n } from '../../i18n/i18n.ts'
import { eager } from '../../lib/eager.tsx'
import { HeaderButton } from '../header/HeaderButton.tsx'
import { LatePart } from '../LatePart.tsx'
import { useErrorLog } from './error-log.ts'

const dialog = eager(async () => {
  const [{ ErrorLogDialog }] = await Promise.all([import('./ErrorLogDialog.tsx'), i18n.loadNamespaces(['logs', 'list'])])
  return ErrorLogDialog
})

/** Number of errors this browser keeps; opens them. Source: spec 4, S0 §2.5. */
export function ErrorLogButton() {
  const { t } = useTranslation('shell')
  const [isOpen, setOpen] = useState(false)
  const count = useErrorLog((s) => s.entries.length)
  const close = () => setOpen(false)
  return (
    <>
      <HeaderButton
        label={count ? t('errorLog.some', { count }) : t('errorLog.none')}
        icon={<BugOutlined />}
        onClick={() => setOpen(true)}
      >
        {count > 0 && (
          <span className="side-badge" aria-hidden="true">
            {count}
          </span>
        )}
      </HeaderButton>
      {isOpen && <LatePart onLost={close}>{dialog.draw({ onClose: close })}</LatePart>}
    </>
  )
}
