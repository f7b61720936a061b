import { AudioOutlined } from '@ant-design/icons'
import { TalkState } from '@huanwei/contract/video/codes'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { HeldButton } from './HeldButton.tsx'
import { createVehicleTalk, type VehicleTalk } from './vehicle-talk.ts'
import './talk.css'

type Props = {
  vehicleId: number
  channel: number
  /** Whom one speaks with, for those who do not see it. */
  label: string
  /** Whether the button says what it does. */
  isNamed?: boolean
}

/** Speaks with the driver while it is held, by pointer, Space or Enter, and says in words how the talk is. */
export function TalkButton({ vehicleId, channel, label, isNamed }: Props) {
  const { t } = useTranslation('video')
  const [talk, setTalk] = useState<VehicleTalk>({ isHeld: false })
  const { hold, release, close } = useMemo(() => createVehicleTalk({ vehicleId, channel }, setTalk), [vehicleId, channel])
  useEffect(() => {
    window.addEventListener('blur', release)
    document.addEventListener('visibilitychange', release)
    return () => {
      window.removeEventListener('blur', release)
      document.removeEventListener('visibilitychange', release)
      close()
    }
  }, [release, close])
  const words = wordsOf(talk, t)
  return (
    <span className="talk" data-held={talk.isHeld || undefined}>
      <HeldButton
        className="talk-button"
        name={t('talk.of', { label })}
        icon={<AudioOutlined aria-hidden />}
        isPressed={talk.isHeld}
        onHold={hold}
        onRelease={release}
      >
        {isNamed ? t('talk.hold') : undefined}
      </HeldButton>
      <output className="talk-said">{words}</output>
    </span>
  )
}

function wordsOf(
  { state, reason, by = '', isHeld, fault, words }: VehicleTalk,
  t: ReturnType<typeof useTranslation<'video'>>['t'],
) {
  if (fault) return t(`talk.fault.${fault}`)
  if (words) return words
  if (state === TalkState.ended && reason) return t(`talk.end.${reason}`, { name: by })
  if (state === TalkState.open && isHeld) return t('talk.speaking')
  return state && t(`talk.state.${state}`)
}
