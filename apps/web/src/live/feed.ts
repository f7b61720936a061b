/** Terminals report at least every 30 s; none of many for this long is one outage, not many, ms. */
const silentAfterMs = 90_000
const many = 10
/** Objects that fell silent within this time count as one outage, ms. */
const togetherMs = 180_000

/**
 * Many that were heard until the same moment and then nobody at all: the way in is broken, not they, also once they count as offline.
 * `heard`: when each was heard last, and `since` when the last of them was, epoch ms.
 */
export function feedOutage(heard: Iterable<number>, now: number): { count: number; since: number } | undefined {
  const moments: number[] = []
  for (const at of heard) {
    if (now - at < silentAfterMs) return undefined
    moments.push(at)
  }
  const since = moments.reduce((last, at) => Math.max(last, at), 0)
  const count = moments.filter((at) => since - at < togetherMs).length
  return count >= many ? { count, since } : undefined
}
