import { PictureState, type PlaybackAct, type PlaybackSpeed } from '@huanwei/contract/video/codes'
import { controlPlayback } from '@huanwei/contract/video/endpoints'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../lib/api.ts'
import { ApiError } from '../../lib/errors.ts'
import { showFailure } from '../../lib/failure.ts'
import { formatTime, parseTime } from '../../lib/time.ts'
import { showPicture, type Told } from '../../media/picture.ts'
import { useSound } from '../../media/use-sound.ts'

type Camera = { vehicleId: number; channel: number }
/** What plays: from where, until where, epoch ms; `round` tells two attempts from the same place apart. */
type Playing = { from: number; end: number; round: number }
type Control = { act: PlaybackAct; speed?: PlaybackSpeed; time?: string }

const connecting: Told = { state: PictureState.connecting }
/** States in which the terminal plays and can be told something. */
const isGoing = ({ state }: Told) => state === PictureState.playing || state === PictureState.paused

/** Plays what the terminal of a camera has recorded, in `video`, and says what became of it. */
export function usePlayer({ vehicleId, channel }: Camera, end: number) {
  const video = useRef<HTMLVideoElement>(null)
  const [playing, setPlaying] = useState<Playing>()
  const [told, setTold] = useState<Told>()
  const { sounding, ...sound } = useSound()
  const [speed, setSpeed] = useState<PlaybackSpeed>(1)
  /** Answers of the terminal to what it was told; said until the next one. */
  const [refused, setRefused] = useState<'refused' | 'offline' | 'timedOut'>()
  /** Read by the attempts after a loss: they go on where it was, as fast as it was. */
  const now = useRef({ at: 0, speed })
  now.current.speed = speed
  /** Counts moments that were wanted, and ends. */
  const wishes = useRef(0)

  useEffect(() => {
    const element = video.current
    if (!element || !playing) return
    now.current.at = playing.from
    setTold(connecting)
    const ask = () => ({
      vehicleId,
      channel,
      kind: 'playback' as const,
      startTime: formatTime(now.current.at),
      endTime: formatTime(playing.end),
      speed: now.current.speed,
    })
    const sounds = sounding(element)
    // What the page itself says, and the end, come without a time.
    const note = (next: Told) => {
      if (next.time) now.current.at = parseTime(next.time)
      setTold({ ...next, time: formatTime(now.current.at) })
    }
    const stop = showPicture(element, ask, note, { sound: sounds })
    return () => {
      sounds.turn(false)
      stop()
    }
  }, [vehicleId, channel, playing, sounding])

  const at = told?.time ? parseTime(told.time) : playing?.from
  function start(from: number) {
    setTold(connecting)
    setPlaying((before) => ({ from, end, round: (before?.round ?? 0) + 1 }))
  }
  /** Ends what plays; the terminal is told by the end of its socket. */
  function stop() {
    wishes.current++
    setPlaying(undefined)
    setTold(undefined)
  }

  /** Tells the terminal; false when it did not obey. */
  async function tell(control: Control): Promise<boolean> {
    setRefused(undefined)
    try {
      const { outcome } = await call(controlPlayback, { vehicleId, channel, ...control })
      if (outcome !== 'confirmed') setRefused(outcome)
      return outcome === 'confirmed'
    } catch (error) {
      // No playback is open any more: what is wanted begins one.
      if (error instanceof Error && !(error instanceof ApiError && error.status === 409)) showFailure(error)
      return false
    }
  }

  /** Plays from a moment: what plays already jumps there; outside what it was asked for, and where the terminal cannot, it begins anew. */
  async function go(to: number) {
    const isInside = playing !== undefined && told !== undefined && isGoing(told) && to >= playing.from && to < playing.end
    const wish = ++wishes.current
    if (isInside && (await tell({ act: 'jump', time: formatTime(to) }))) return
    // Meanwhile something else may be wanted.
    if (wish === wishes.current) start(to)
  }

  async function setPace(next: PlaybackSpeed) {
    const before = speed
    setSpeed(next)
    if (!told || !isGoing(told)) return
    if (!(await tell({ act: 'speed', speed: next }))) setSpeed(before)
  }

  /** Pauses or goes on; from the end, or before anything was played, it begins at `from`. */
  async function toggle(from: number | undefined) {
    if (told?.state === PictureState.playing) return void (await tell({ act: 'pause' }))
    if (told?.state === PictureState.paused) return void (await tell({ act: speed === 1 ? 'resume' : 'speed', speed }))
    if (from !== undefined) start(from)
  }

  return { video, told, at, speed, refused, sound, playing, isOn: playing !== undefined, go, stop, setPace, toggle }
}
