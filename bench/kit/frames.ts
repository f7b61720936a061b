/** Runs in the page: frames per second during `forMs`. */
export function countFrames(forMs: number) {
  return new Promise<number>((resolve) => {
    const started = performance.now()
    let frames = 0
    const next = (now: number) => {
      frames++
      if (now - started < forMs) requestAnimationFrame(next)
      else resolve((frames * 1000) / (now - started))
    }
    requestAnimationFrame(next)
  })
}
