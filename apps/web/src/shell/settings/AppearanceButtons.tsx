import { BgColorsOutlined, SkinOutlined } from '@ant-design/icons'
import { useTranslation } from 'react-i18next'
import { openPanel } from './panel.ts'
import { useSettings } from './settings.ts'

/** The ways to theme and colour in the header, unless they are switched off. Source: spec 4, S0 §2.5. */
export function AppearanceButtons() {
  const { t } = useTranslation('shell')
  const hasTheme = useSettings((s) => s.showTheme)
  const hasColour = useSettings((s) => s.showColor)
  return (
    <>
      {hasTheme && (
        <button type="button" className="icon-button" title={t('settings.theme')} onClick={() => openPanel('theme')}>
          <span className="visually-hidden">{t('settings.theme')}</span>
          <SkinOutlined aria-hidden="true" />
        </button>
      )}
      {hasColour && (
        <button type="button" className="icon-button" title={t('settings.colour')} onClick={() => openPanel('colour')}>
          <span className="visually-hidden">{t('settings.colour')}</span>
          <BgColorsOutlined aria-hidden="true" />
        </button>
      )}
    </>
  )
}
