import { PictureState } from '@huanwei/contract/video/codes'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { PictureFrame } from './PictureFrame.tsx'
import { type AskTicket, type LiveChannel, showPicture, type Told } from './picture.ts'
import { useSound } from './use-sound.ts'

type Props = LiveChannel & {
  /** Whose picture it is, for those who do not see it. */
  label: string
  /** Asks for its tickets where nobody is logged in. */
  ask?: AskTicket | undefined
}

const connecting: Told = { state: PictureState.connecting }

/** The live picture of a camera, and in words why there is none. Nothing is asked for while the window is hidden. */
export function LivePicture({ vehicleId, channel, stream, label, ask }: Props) {
  const video = useRef<HTMLVideoElement>(null)
  const isSeen = useSyncExternalStore(onVisibility, () => document.visibilityState === 'visible')
  const { sounding, ...sound } = useSound()
  const [told, setTold] = useState(connecting)
  useEffect(() => {
    const element = video.current
    if (!element || !isSeen) return
    setTold(connecting)
    const sounds = sounding(element)
    const end = showPicture(element, { vehicleId, channel, stream }, setTold, { sound: sounds, ...(ask && { ask }) })
    return () => {
      sounds.turn(false)
      end()
    }
  }, [vehicleId, channel, stream, isSeen, sounding, ask])
  return <PictureFrame video={video} told={told} label={label} sound={sound} />
}

function onVisibility(listener: () => void) {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}
