import { SearchOutlined } from '@ant-design/icons'
import { useTranslation } from 'react-i18next'
import { togglePalette } from './palette.ts'
import './palette-button.css'

/** Written alike in every language. */
const keys = 'Ctrl K'

/** Opens the palette and shows the keys that do it too; on narrow windows its sign alone. */
export function PaletteButton() {
  const { t } = useTranslation('shell')
  return (
    <button
      type="button"
      className="icon-button palette-button"
      title={t('header.find')}
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={togglePalette}
    >
      <SearchOutlined aria-hidden="true" />
      <span className="palette-label">{t('header.find')}</span>
      <span className="palette-keys" aria-hidden="true">
        {keys}
      </span>
    </button>
  )
}
