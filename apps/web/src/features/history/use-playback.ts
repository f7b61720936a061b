import { useEffect, useState } from 'react'
import { parseTime } from '../../lib/time.ts'
import type { HistorySearch } from './history-search.ts'
import { createPlayback } from './playback.ts'
import type { Times } from './use-tracks.ts'

/** Player that follows the address. Without a moment there it begins at `firstAt`, epoch ms, once that is known. */
export function usePlayback(
  { rate, at }: Pick<HistorySearch, 'rate' | 'at'>,
  { startTime, endTime }: Times,
  firstAt: number | undefined,
) {
  const [playback] = useState(() => {
    const [from, to] = [parseTime(startTime), parseTime(endTime)]
    return createPlayback({ at: at ? parseTime(at) : from, isPlaying: false, rate, from, to })
  })
  useEffect(() => playback.setRate(rate), [playback, rate])
  useEffect(() => playback.setSpan(parseTime(startTime), parseTime(endTime)), [playback, startTime, endTime])
  // A link may lead to another moment of a page that is open.
  useEffect(() => {
    if (at) playback.seek(parseTime(at))
  }, [playback, at])
  useEffect(() => playback.pause, [playback])
  useEffect(() => {
    if (!at && firstAt !== undefined) playback.begin(firstAt)
  }, [playback, at, firstAt])
  return playback
}
