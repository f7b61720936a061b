/** Says per key whether one more is allowed now: `burst` at once, then `perSecond`. Keys beyond `maxKeys` get nothing, so that memory is bounded. */
export function createAllowance({ burst, perSecond, maxKeys = 10_000 }: { burst: number; perSecond: number; maxKeys?: number }) {
  const spent = new Map<string, { amount: number; at: number }>()
  const left = ({ amount, at }: { amount: number; at: number }, now: number) =>
    Math.max(0, amount - ((now - at) / 1000) * perSecond)

  /** `now`: epoch ms. */
  return (key: string, now: number): boolean => {
    const amount = left(spent.get(key) ?? { amount: 0, at: now }, now)
    if (amount + 1 > burst) return false
    if (!spent.has(key) && spent.size >= maxKeys) {
      for (const [other, one] of spent) if (left(one, now) === 0) spent.delete(other)
      if (spent.size >= maxKeys) return false
    }
    spent.set(key, { amount: amount + 1, at: now })
    return true
  }
}
