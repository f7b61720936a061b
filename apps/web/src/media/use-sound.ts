import { useCallback, useEffect, useId, useRef, useState } from 'react'
import { create } from 'zustand'
import { createSound, type PictureSound } from './sound.ts'
import { openSpeaker } from './speaker.ts'

/** The picture that is heard: one at a time, and none at first. */
const useHeard = create<{ id: string | undefined }>(() => ({ id: undefined }))

export type SoundSwitch = {
  isHeard: boolean
  toggle: () => void
  /** Codec of a sound that this browser does not play. */
  unheard?: string | undefined
}

/** The sound of one picture: `sounding` makes it for an element, `isHeard` and `toggle` are for its button. */
export function useSound() {
  const id = useId()
  const isHeard = useHeard((s) => s.id === id)
  const sound = useRef<PictureSound>(undefined)
  const [unheard, setUnheard] = useState<string>()
  useEffect(() => sound.current?.turn(isHeard), [isHeard])
  const silence = useCallback(() => useHeard.setState((s) => (s.id === id ? { id: undefined } : s)), [id])
  useEffect(() => silence, [silence])
  const sounding = useCallback(
    (video: HTMLVideoElement) => {
      sound.current?.turn(false)
      setUnheard(undefined)
      sound.current = createSound(video, setUnheard)
      sound.current.turn(useHeard.getState().id === id)
      return sound.current
    },
    [id],
  )
  function toggle() {
    if (isHeard) return silence()
    openSpeaker()
    useHeard.setState({ id })
  }
  return { isHeard, toggle, sounding, unheard }
}
