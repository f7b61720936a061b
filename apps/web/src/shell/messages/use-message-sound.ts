import { MsgType } from '@huanwei/contract/messages/codes'
import { useEffect, useMemo, useRef } from 'react'
import { useInbox } from '../../live/messages.ts'
import { joinSound, soundAlarm, stopAlarm } from './alarm-sound.ts'

/** Number of messages that wait, by type; none of a type while it is not known. */
type Counts = Partial<Record<MsgType, number | undefined>>

/** Of violations, the number of today's alarms. Source: spec 1, section 4. */
export function useWaitingCounts(alarms: number | undefined): Counts {
  const { summaries, loaded } = useInbox()
  return useMemo(() => {
    const waiting = (type: MsgType) => (loaded ? (summaries[type]?.waitingCount ?? 0) : undefined)
    return { ...Object.fromEntries(Object.values(MsgType).map((type) => [type, waiting(type)])), [MsgType.violation]: alarms }
  }, [summaries, loaded, alarms])
}

/**
 * Sounds when more of one of the `types` wait than before, and stops when fewer do; never for the first load, nor while muted; one tab at a time.
 * Source: spec 1, section 4.
 */
export function useMessageSound(counts: Counts, types: readonly MsgType[], isMuted: boolean) {
  const before = useRef<Counts>({})
  useEffect(() => (isMuted ? undefined : joinSound()), [isMuted])
  useEffect(() => {
    const last = before.current
    before.current = counts
    const changes = types.map((type) => (counts[type] ?? 0) - (last[type] ?? counts[type] ?? 0))
    if (isMuted) stopAlarm()
    else if (changes.some((change) => change > 0)) soundAlarm()
    else if (changes.some((change) => change < 0)) stopAlarm()
  }, [counts, types, isMuted])
}
