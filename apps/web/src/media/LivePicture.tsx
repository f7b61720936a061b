import { PictureState, type PictureStream } from '@huanwei/contract/video/codes'
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
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

/**
 * The live picture of a camera, and in words why there is none. It goes on while its stream changes; where this browser cannot play the main stream, the
 * sub stream stands in. Nothing is asked for while the window is hidden.
 */
export function LivePicture({ vehicleId, channel, stream, label, ask }: Props) {
  const video = useRef<HTMLVideoElement>(null)
  const isSeen = useSyncExternalStore(onVisibility, () => document.visibilityState === 'visible')
  const { sounding, ...sound } = useSound()
  const [told, setTold] = useState(connecting)
  /** Counts the times that what this browser cannot play was asked for again: by the person, or as it may be another codec. */
  const [round, setRound] = useState(0)
  const again = useCallback(() => {
    setTold(connecting)
    setRound((before) => before + 1)
  }, [])
  /** The camera whose sub stream stands in for the main one. */
  const [standIn, setStandIn] = useState<string>()
  const camera = `${vehicleId} ${channel}`
  if (standIn !== undefined && (standIn !== camera || stream !== 'main')) setStandIn(undefined)
  const shown = standIn === undefined ? stream : 'sub'
  const isUnplayable = useRef(false)
  isUnplayable.current = told.state === PictureState.cannotPlay
  /** The stream that is wanted, and what asks for it while a socket is open. */
  const wish = useRef<{ stream: PictureStream; send?: (stream: PictureStream) => void }>({ stream })
  useEffect(() => {
    wish.current.stream = shown
    if (isUnplayable.current) again()
    else wish.current.send?.(shown)
  }, [shown, again])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each round begins anew
  useEffect(() => {
    const element = video.current
    if (!element || !isSeen) return
    setTold(connecting)
    const sounds = sounding(element)
    const wished = () => ({ vehicleId, channel, stream: wish.current.stream })
    const opened = (send: (stream: PictureStream) => void) => {
      wish.current.send = send
      // It may have changed while the ticket was on its way.
      send(wish.current.stream)
    }
    const tell = (next: Told) => {
      if (next.state !== PictureState.cannotPlay || wish.current.stream !== 'main') return setTold(next)
      setStandIn(`${vehicleId} ${channel}`)
      again()
    }
    const end = showPicture(element, wished, tell, { sound: sounds, opened, ...(ask && { ask }) })
    return () => {
      sounds.turn(false)
      end()
    }
  }, [vehicleId, channel, isSeen, sounding, ask, again, round])
  const said: Told = standIn === undefined ? told : { ...told, stream: shown, unswitched: 'unplayable' }
  const onAgain = () => {
    setStandIn(undefined)
    again()
  }
  return <PictureFrame video={video} told={said} label={label} sound={sound} onAgain={onAgain} />
}

function onVisibility(listener: () => void) {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}
