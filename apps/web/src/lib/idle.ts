/** Runs `work` when the browser has nothing better to do, at the latest after `atMostMs`. Returns the way to cancel. */
export function whenIdle(work: () => void, atMostMs: number): () => void {
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(work, 200)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(work, { timeout: atMostMs })
  return () => cancelIdleCallback(handle)
}
