/** A function that asks at most once in `keptMs`, whoever calls it. */
export function kept<T>(ask: () => Promise<T>, keptMs: number): () => Promise<T> {
  let last: { at: number; answer: Promise<T> } | undefined
  return () => {
    const now = performance.now()
    if (!last || now - last.at > keptMs) last = { at: now, answer: ask() }
    return last.answer
  }
}
