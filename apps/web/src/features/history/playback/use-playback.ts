import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { useStore } from 'zustand'
import { formatTime, parseTime } from '../../../lib/time.ts'
import type { HistorySearch } from '../history-search.ts'
import type { Times } from '../use-tracks.ts'
import { createMoment, type Playback, playbackOf } from './playback.ts'

/** Player of the address's span. Without a moment there it begins at `firstAt`, epoch ms, once that is known. */
export function usePlayback(
  { rate, at: link }: Pick<HistorySearch, 'rate' | 'at'>,
  { startTime, endTime }: Times,
  firstAt: number | undefined,
) {
  const [store] = useState(() => createMoment(link))
  const playback = useMemo(
    () => playbackOf(store, { from: parseTime(startTime), to: parseTime(endTime), rate }, { link, firstAt }),
    [store, startTime, endTime, rate, link, firstAt],
  )
  useRunning(playback)
  return playback
}

export const useIsPlaying = ({ store }: Playback) => useStore(store, ({ isPlaying }) => isPlaying)

/** The moment shown in whole seconds, epoch ms: figures need not change with every frame. */
export function useSecond({ store, at }: Playback) {
  return useSyncExternalStore(store.subscribe, () => Math.floor(at() / 1000) * 1000)
}

/** The day of the moment shown, `yyyy-MM-dd`. */
export const useDayShown = ({ store, at }: Playback) => useSyncExternalStore(store.subscribe, () => formatTime(at()).slice(0, 10))

/** Runs the player while it plays; it stands still once the page is left. */
function useRunning(playback: Playback) {
  const isPlaying = useIsPlaying(playback)
  const { store } = playback
  useEffect(() => (isPlaying ? playback.run() : undefined), [isPlaying, playback])
  useEffect(() => () => store.setState({ isPlaying: false }), [store])
}
