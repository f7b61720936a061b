import { QuestionCircleOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { i18n } from '../../i18n/i18n.ts'
import { eager } from '../../lib/eager.tsx'
import { LatePart } from '../LatePart.tsx'
import { HeaderButton } from './HeaderButton.tsx'

const dialog = eager(async () => {
  const [{ HelpDialog }] = await Promise.all([import('./HelpDialog.tsx'), i18n.loadNamespaces('help')])
  return HelpDialog
})

export function HelpButton() {
  const { t } = useTranslation('shell')
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <HeaderButton label={t('header.help')} icon={<QuestionCircleOutlined />} onClick={() => setOpen(true)} />
      {isOpen && <LatePart onLost={close}>{dialog.draw({ onClose: close })}</LatePart>}
    </>
  )
}
