const settleMs = 200

/** Runs `work` once things have settled for a moment, again when asked meanwhile; a failure is tried again. */
export function settled(work: () => Promise<void>) {
  let timer: NodeJS.Timeout | undefined
  let running = false
  let stopped = false
  const ask = () => {
    if (timer || stopped) return
    timer = setTimeout(async () => {
      timer = undefined
      if (running) return ask()
      running = true
      await work().catch((error: Error) => {
        console.error('live state could not be read, trying again:', error.message)
        ask()
      })
      running = false
    }, settleMs)
  }
  const stop = () => {
    stopped = true
    clearTimeout(timer)
  }
  return { ask, stop }
}
