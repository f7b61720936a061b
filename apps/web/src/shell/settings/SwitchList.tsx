import { Switch } from 'antd'
import { useTranslation } from 'react-i18next'
import { changeSettings, useSettings } from '../../lib/settings.ts'

/** In the order of the frame. Source: spec 4, S0 §2.5; spec 2, section 2.5. */
const switches = ['showTag', 'showTheme', 'showColor', 'showFullScreen', 'showCollapse', 'showMenu', 'showLock'] as const

/** Visible parts of the frame. */
export function SwitchList() {
  const { t } = useTranslation('settings')
  const settings = useSettings()
  return (
    <ul className="switch-list">
      {switches.map((name) => (
        <li key={name}>
          <span aria-hidden="true">{t(`switch.${name}`)}</span>
          <Switch
            aria-label={t(`switch.${name}`)}
            checked={settings[name]}
            onChange={(checked) => changeSettings({ [name]: checked })}
          />
        </li>
      ))}
    </ul>
  )
}
