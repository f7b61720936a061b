import { AudioMutedOutlined, AudioOutlined } from '@ant-design/icons'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../lib/session.ts'
import { openSpeaker } from '../../media/speaker.ts'
import { HeaderButton } from '../../shell/header/HeaderButton.tsx'
import { useIntercom } from './intercom.ts'
import { wasOn } from './was-on.ts'

/** The intercom, on and off, with its true state. Source: spec 1, section 2.5. */
export function IntercomSwitch() {
  const { t } = useTranslation('shell')
  const mayTalk = useMay('intercom')
  const power = useIntercom((s) => s.power)
  const isSpoken = useIntercom((s) => s.groups.some(({ id, speaking }) => id === s.listening && speaking !== null))
  useEffect(() => {
    if (!mayTalk || !wasOn()) return
    void import('./switch.ts').then(({ turnOn }) => turnOn())
    // Loaded again, the page may be heard from the first press on.
    addEventListener('pointerdown', openSpeaker, { once: true })
    return () => removeEventListener('pointerdown', openSpeaker)
  }, [mayTalk])
  if (!mayTalk) return null
  async function press() {
    // Browsers let a page be heard from a press on, not from what it loads afterwards.
    openSpeaker()
    const { toggleIntercom } = await import('./power.ts')
    await toggleIntercom()
  }
  return (
    <HeaderButton
      label={t(`intercom.${power}`)}
      icon={power === 'open' ? <AudioOutlined /> : <AudioMutedOutlined />}
      isPressed={power !== 'closed'}
      onClick={() => void press()}
    >
      {isSpoken && <span className="header-dot" aria-hidden="true" />}
    </HeaderButton>
  )
}
