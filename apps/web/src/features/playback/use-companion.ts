import { PictureState } from '@huanwei/contract/video/codes'
import { useEffect, useRef } from 'react'
import { usePlayer } from './use-player.ts'

/** Channels that are played in step differ by no more than this at the usual speed, ms: moments come with seconds. */
const tolerance = 2000
/** From one correction to the next, ms: a terminal needs some time to jump. */
const restMs = 5000

type Player = ReturnType<typeof usePlayer>

/** Plays another channel of the same vehicle in step with `leader`: from where it plays, as fast, paused with it. */
export function useCompanion(camera: Parameters<typeof usePlayer>[0], leader: Player, end: number): Player {
  const player = usePlayer(camera, end)
  const corrected = useRef(Number.NEGATIVE_INFINITY)
  /** Called by effects for what the leader does, and not for what becomes of the own picture. */
  const own = useRef(player)
  own.current = player
  const { playing, speed } = leader
  const leaderAt = useRef(leader.at)
  leaderAt.current = leader.at
  const isNew = useRef(true)
  useEffect(() => {
    if (!playing) return
    // One that is chosen while the leader plays begins where that one is.
    void own.current.go((isNew.current && leaderAt.current) || playing.from)
    isNew.current = false
  }, [playing])
  useEffect(() => {
    if (own.current.speed !== speed) void own.current.setPace(speed)
  }, [speed])

  const [leads, follows] = [leader.told?.state, player.told?.state]
  useEffect(() => {
    const isApart =
      (leads === PictureState.paused && follows === PictureState.playing) ||
      (leads === PictureState.playing && follows === PictureState.paused)
    if (isApart) void own.current.toggle(undefined)
  }, [leads, follows])

  const apart = leader.at === undefined || player.at === undefined ? 0 : leader.at - player.at
  const isGoing = leads === PictureState.playing && follows === PictureState.playing
  useEffect(() => {
    const now = performance.now()
    if (!isGoing || Math.abs(apart) <= tolerance * speed || now - corrected.current < restMs) return
    corrected.current = now
    if (leaderAt.current !== undefined) void own.current.go(leaderAt.current)
  }, [isGoing, apart, speed])
  return player
}
