/** Leaky bucket for each key: allows `burst` at once, then `perSecond`. New keys beyond `maxKeys` are refused, so that memory is bounded. */
export function createRateLimiter({
  burst,
  perSecond,
  maxKeys = 10_000,
}: {
  burst: number
  perSecond: number
  maxKeys?: number
}) {
  type Bucket = { level: number; time: number }
  const buckets = new Map<string, Bucket>()
  // A clock that was set back drains nothing, and a bucket goes on from there.
  const levelAt = ({ level, time }: Bucket, now: number) => Math.max(0, level - (Math.max(0, now - time) / 1000) * perSecond)

  /** `now`: epoch ms. */
  return (key: string, now: number): boolean => {
    const known = buckets.get(key)
    const level = levelAt(known ?? { level: 0, time: now }, now)
    if (level + 1 > burst) {
      if (known) buckets.set(key, { level, time: now })
      return false
    }
    if (!known && buckets.size >= maxKeys) {
      for (const [other, bucket] of buckets) if (levelAt(bucket, now) === 0 || bucket.time > now) buckets.delete(other)
      if (buckets.size >= maxKeys) return false
    }
    buckets.set(key, { level: level + 1, time: now })
    return true
  }
}
