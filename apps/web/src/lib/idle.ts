/** Runs `work` when the browser has nothing better to do, after `atMostMs` in any case where it is given. Returns the way to cancel. */
export function whenIdle(work: () => void, atMostMs?: number): () => void {
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(work, 200)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(work, atMostMs === undefined ? undefined : { timeout: atMostMs })
  return () => cancelIdleCallback(handle)
}
