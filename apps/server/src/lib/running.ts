import { setTimeout as sleep } from 'node:timers/promises'

type Close = () => Promise<unknown> | unknown

/** How long one part may take to stop, ms. */
const longestMs = 10_000

/** What is up and how each part stops again: the last first. */
export function createRunning(limitMs = longestMs) {
  const parts: Close[] = []
  return {
    /** Remembers how `part` stops, and returns it. */
    started<T>(part: T, close: (part: T) => Promise<unknown> | unknown): T {
      parts.push(Object.assign(() => close(part), { toString: () => String(close) }))
      return part
    },
    /** Stops everything, also when a part fails to or takes too long; throws the first failure at the end. */
    async stop() {
      const failures: unknown[] = []
      for (const close of parts.splice(0).reverse())
        try {
          await within(limitMs, close)
        } catch (error) {
          failures.push(error)
        }
      if (failures.length) throw failures[0]
    },
  }
}

/** Waits for `close`, but no longer than `limitMs`. */
async function within(limitMs: number, close: Close) {
  const enough = new AbortController()
  const late = sleep(limitMs, 'late' as const, { signal: enough.signal }).catch(() => undefined)
  try {
    if ((await Promise.race([close(), late])) === 'late') throw new Error(`not stopped within ${limitMs} ms: ${close}`)
  } finally {
    enough.abort()
  }
}
