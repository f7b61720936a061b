import { AudioMutedOutlined, AudioOutlined } from '@ant-design/icons'
import { useTranslation } from 'react-i18next'
import { notify } from '../../lib/notices.ts'
import { changeSettings, useSettings } from '../../lib/settings.ts'

/** True when intercom calls ring for the user, in every browser. Source: spec 1, section 2.5. */
export function IntercomSwitch() {
  const { t } = useTranslation('shell')
  const isOn = useSettings((s) => s.intercom)
  function toggle() {
    changeSettings({ intercom: !isOn })
    notify({ kind: 'success', text: t(isOn ? 'intercom.off' : 'intercom.on') })
  }
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isOn}
      className="icon-button"
      title={t(isOn ? 'intercom.on' : 'intercom.off')}
      onClick={toggle}
    >
      <span className="visually-hidden">{t('intercom.ring')}</span>
      <span aria-hidden="true">{isOn ? <AudioOutlined /> : <AudioMutedOutlined />}</span>
    </button>
  )
}
