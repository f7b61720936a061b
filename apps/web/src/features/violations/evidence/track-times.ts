import type { ViolationDetail } from '@huanwei/contract/violations/endpoints'
import { formatTime, parseTime } from '../../../lib/time.ts'

const aroundMs = 120_000
/** A longer one shows its first day: more is what the history screen is for. */
const longestMs = 86_400_000

/** From two minutes before the event to two after it, on the wire's clock. Pure. */
export function trackTimes({ createTime, duration }: Pick<ViolationDetail, 'createTime' | 'duration'>) {
  const start = parseTime(createTime)
  return {
    startTime: formatTime(start - aroundMs),
    // Whole minutes: an event in force would ask anew every second.
    endTime: formatTime(start + aroundMs + Math.min(Math.ceil(duration / 60) * 60_000, longestMs)),
  }
}
