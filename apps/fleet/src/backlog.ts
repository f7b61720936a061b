/** What a device keeps while the platform cannot be reached. */
const mostKept = 500

/** Sends what a device says, in order; what was not taken is kept and goes with the next. `send` says whether all of it was taken. */
export function createBacklog<T>(send: (items: T[]) => Promise<boolean>) {
  let kept: T[] = []
  let isSending = false
  return async (items: T[]) => {
    kept = [...kept, ...items].slice(-mostKept)
    if (isSending) return
    isSending = true
    for (let batch = kept; batch.length && (await send(batch).catch(() => false)); batch = kept) {
      const taken = new Set(batch)
      kept = kept.filter((item) => !taken.has(item))
    }
    isSending = false
  }
}
