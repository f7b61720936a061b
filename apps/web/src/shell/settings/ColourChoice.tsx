import { defaultColour, presetColours } from '@huanwei/contract/preferences/codes'
import { useTranslation } from 'react-i18next'
import { changeSettings, useSettings } from '../../lib/settings.ts'

/** The product's colour, the seven presets and a colour of one's own. Source: spec 4, S0 §2.5. */
export function ColourChoice() {
  const { t } = useTranslation('settings')
  const nameOf = (colour: string) => t(`colour.${colour.slice(1)}`, { defaultValue: colour })
  const chosen = useSettings((s) => s.theme).toLowerCase()
  return (
    <fieldset className="colour-choice">
      <legend className="visually-hidden">{t('title.colour')}</legend>
      {[defaultColour, ...presetColours].map((colour) => (
        <label key={colour} className="colour-swatch" style={{ background: colour }} title={nameOf(colour)}>
          <span className="visually-hidden">{nameOf(colour)}</span>
          <input
            type="radio"
            name="theme"
            value={colour}
            checked={colour === chosen}
            onChange={() => changeSettings({ theme: colour })}
          />
        </label>
      ))}
      <label className="colour-own">
        {t('ownColour')}
        <input type="color" value={chosen} onChange={({ target }) => changeSettings({ theme: target.value })} />
        <code>{chosen}</code>
      </label>
    </fieldset>
  )
}
