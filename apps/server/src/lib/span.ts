import { Refused } from './refuse.ts'
import { dayMs, momentOf } from './time.ts'

/** Half-open, epoch ms. */
export type Span = { from: number; to: number }
/** Both ends included, `yyyy-MM-dd HH:mm:ss`. */
export type Times = { startTime: string; endTime: string }

/** The end's second counts as well. Refuses with 400 what is reversed or longer than `days`. */
export function spanOf({ startTime, endTime }: Times, days: number): Span {
  const [from, last] = [momentOf(startTime), momentOf(endTime)]
  if (from > last) throw new Refused(400, 'spanReversed')
  if (last - from > days * dayMs) throw new Refused(400, 'spanTooLong', { days })
  return { from, to: last + 1000 }
}
