import type { LiveObject } from '@huanwei/contract/live/messages'
import { isOnline } from '@huanwei/contract/live/rules'

/** Terminals report at least every 30 s; none of many for this long is one outage, not many, ms. */
const silentAfterMs = 90_000
const many = 10

/** True when many vehicles count as online but nothing was heard of any of them: the way in is broken, not the vehicles. */
export function isFeedSilent(all: Iterable<LiveObject>, now: number) {
  let online = 0
  for (const { status, seenAt } of all) {
    if (!isOnline(status)) continue
    if (seenAt !== null && now - seenAt < silentAfterMs) return false
    online++
  }
  return online >= many
}
