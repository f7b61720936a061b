import { BgColorsOutlined, SkinOutlined } from '@ant-design/icons'
import { useTranslation } from 'react-i18next'
import { useSettings } from '../../lib/settings.ts'
import { HeaderButton } from '../header/HeaderButton.tsx'
import { openPanel } from './panel.ts'

/** The ways to theme and colour in the header, unless they are switched off. Source: spec 4, S0 §2.5. */
export function AppearanceButtons() {
  const { t } = useTranslation('shell')
  const hasTheme = useSettings((s) => s.showTheme)
  const hasColour = useSettings((s) => s.showColor)
  return (
    <>
      {hasTheme && <HeaderButton label={t('settings.theme')} icon={<SkinOutlined />} onClick={() => openPanel('theme')} />}
      {hasColour && <HeaderButton label={t('settings.colour')} icon={<BgColorsOutlined />} onClick={() => openPanel('colour')} />}
    </>
  )
}
