/** A board asks, hears or fails every few seconds; after so long without any of it its page is frozen, ms. */
const frozenMs = 600_000
const everyMs = 60_000

/** Calls `onFrozen` while nothing is noted for long. A machine that slept has a minute to go on. */
export function watchTurns(onFrozen: () => void) {
  let notedAt = Date.now()
  let wasFrozen = false
  const timer = setInterval(() => {
    const isFrozen = Date.now() - notedAt > frozenMs
    if (isFrozen && wasFrozen) onFrozen()
    wasFrozen = isFrozen
  }, everyMs)
  return {
    note() {
      notedAt = Date.now()
    },
    end: () => clearInterval(timer),
  }
}
