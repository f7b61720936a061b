import { minuteMs } from '@huanwei/contract/time'
import { PictureEnd, PictureState } from '@huanwei/contract/video/codes'
import { useEffect, useRef } from 'react'
import { recordedUntil, type Stretch } from './stretches.ts'
import { usePlayer } from './use-player.ts'

/** Channels that are played in step differ by no more than this at the usual speed, ms: moments come with seconds. */
const tolerance = 2000
/** From one correction to the next, at first and at most, ms: a terminal needs time to jump, and one that still plays elsewhere is asked less and less. */
const [firstRest, longestRest] = [5000, 5 * minuteMs]
/** A playback that has ended is not begun again for what is left of its recording, at the usual speed, ms: a terminal ends a little early. */
const leftOver = 10_000

type Player = ReturnType<typeof usePlayer>

/**
 * Plays another channel of the same vehicle in step with `leader`: from where it plays, as fast, paused with it, and nothing where it was not recorded.
 * `stretches`: what was, the oldest first; empty while that is not known.
 */
export function useCompanion(
  camera: Parameters<typeof usePlayer>[0],
  leader: Pick<Player, 'at' | 'playing' | 'speed' | 'told'>,
  stretches: readonly Pick<Stretch, 'from' | 'to'>[],
): Player {
  const { at, playing, speed } = leader
  const until = at === undefined ? undefined : recordedUntil(stretches, at)
  const player = usePlayer(camera, until ?? 0)
  /** Called by effects for what the leader does, and not for what becomes of the own picture. */
  const now = useRef({ own: player, at })
  now.current = { own: player, at }
  useEffect(() => {
    const { own, at: from } = now.current
    if (!playing || until === undefined || from === undefined) own.stop()
    else void own.go(from)
  }, [playing, until])
  useEffect(() => {
    const { own } = now.current
    if (own.speed !== speed) void own.setPace(speed)
  }, [speed])

  const [leads, follows] = [leader.told?.state, player.told?.state]
  useEffect(() => {
    const isApart =
      (leads === PictureState.paused && follows === PictureState.playing) ||
      (leads === PictureState.playing && follows === PictureState.paused)
    if (isApart) void now.current.own.toggle(undefined)
  }, [leads, follows])

  const apart = at === undefined || player.at === undefined ? 0 : at - player.at
  const isPlaying = leads === PictureState.playing && follows === PictureState.playing
  const isInStep = Math.abs(apart) <= tolerance * speed
  const left = until === undefined || at === undefined ? 0 : until - at
  const hasEnded = player.told?.reason === PictureEnd.finished && left > leftOver * speed
  const isDue = left > 0 && ((isPlaying && !isInStep) || (leads === PictureState.playing && hasEnded))
  const corrected = useRef({ at: 0, rest: 0, leaderAt: at })
  // biome-ignore lint/correctness/useExhaustiveDependencies: each second may be that of the next correction
  useEffect(() => {
    const { own, at: to = 0 } = now.current
    const hasJumped = Math.abs(to - (corrected.current.leaderAt ?? 0)) > tolerance * speed
    corrected.current.leaderAt = to
    if (hasJumped || (isPlaying && isInStep)) corrected.current.rest = 0
    const { at: before, rest } = corrected.current
    if (!isDue || performance.now() - before < rest) return
    corrected.current = { at: performance.now(), rest: Math.min(Math.max(firstRest, rest * 2), longestRest), leaderAt: to }
    void own.go(to)
  }, [at, apart, speed, isDue, isPlaying, isInStep])
  return player
}
