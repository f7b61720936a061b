import { dayMs } from '@huanwei/contract/time'
import { momentOf } from '../lib/time.ts'
import { Refused } from './refuse.ts'

/** Half-open, epoch ms. */
export type Span = { from: number; to: number }
/** Both ends included, `yyyy-MM-dd HH:mm:ss`. */
export type Times = { startTime: string; endTime: string }

/** Converts times to a span that includes the last second. Refuses with 400 a reversed span or one longer than `days`. */
export function spanOf({ startTime, endTime }: Times, days: number): Span {
  const [from, last] = [momentOf(startTime), momentOf(endTime)]
  if (from > last) throw new Refused(400, 'refusals:spanReversed')
  if (last - from > days * dayMs) throw new Refused(400, 'refusals:spanTooLong', { days })
  return { from, to: last + 1000 }
}
