import { BellOutlined } from '@ant-design/icons'
import { useTranslation } from 'react-i18next'
import { setSiren, useSiren } from './siren.ts'

/** Switches the sound, and says when the browser did not let it sound. */
export function SirenButton() {
  const { t } = useTranslation('emergencies')
  const { isOn, isRefused } = useSiren()
  const isSilent = isOn && isRefused
  const text = t(isSilent ? 'sound.refused' : isOn ? 'sound.off' : 'sound.on')
  return (
    <button
      type="button"
      className="emergency-siren"
      title={text}
      aria-pressed={isOn && !isRefused}
      onClick={() => setSiren(isSilent || !isOn)}
    >
      <BellOutlined aria-hidden="true" />
      {isSilent ? text : <span className="visually-hidden">{text}</span>}
    </button>
  )
}
