import { type ThemeName, themeChoices } from '@huanwei/contract/preferences/codes'
import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import { changeSettings, useSettings } from '../../lib/settings.ts'
import { themeOf } from '../../ui/theme/system-theme.ts'
import { lookOf } from '../../ui/theme/themes.ts'

/** The six themes and the device's choice, each as a small picture of itself in the chosen colour. */
export function ThemeChoice() {
  const { t } = useTranslation('settings')
  const chosen = useSettings((s) => s.themeName)
  const colour = useSettings((s) => s.theme)
  return (
    <fieldset className="theme-choice">
      <legend className="visually-hidden">{t('title.theme')}</legend>
      {themeChoices.map((name) => (
        <label key={name} className="theme-card">
          <input
            type="radio"
            name="themeName"
            value={name}
            checked={name === chosen}
            onChange={() => changeSettings({ themeName: name })}
          />
          <span className="theme-picture" style={pictureOf(themeOf(name), colour)} aria-hidden="true">
            <i className="theme-head" />
            <i className="theme-side" />
            <i className="theme-page" />
          </span>
          {t(`theme.${name}`)}
        </label>
      ))}
    </fieldset>
  )
}

/** The theme's own variables, in force below the element alone. */
function pictureOf(name: ThemeName, colour: string): CSSProperties {
  const { ground, surface, line, headerGround, side, sideActive, fill } = lookOf(name, colour)
  const variables = { ground, surface, line, head: headerGround, side, active: sideActive, fill }
  return Object.fromEntries(Object.entries(variables).map(([key, value]) => [`--picture-${key}`, value]))
}
