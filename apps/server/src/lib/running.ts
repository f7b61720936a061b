import { setTimeout as sleep } from 'node:timers/promises'

type Part = { close: () => Promise<unknown> | unknown; source: string }

/** How long one part may take to stop, ms. */
const longestMs = 10_000

/** What is up and how each part stops again: the last first. */
export function createRunning(limitMs = longestMs) {
  const parts: Part[] = []
  return {
    /** Remembers how `part` stops, and returns it. */
    started<T>(part: T, close: (part: T) => Promise<unknown> | unknown): T {
      parts.push({ close: () => close(part), source: String(close) })
      return part
    },
    /** Stops everything, also when a part fails to or takes too long; throws the first failure at the end. */
    async stop() {
      const failures: unknown[] = []
      for (const part of parts.splice(0).reverse())
        try {
          await within(limitMs, part)
        } catch (error) {
          failures.push(error)
        }
      if (failures.length) throw failures[0]
    },
  }
}

/** Stops one part, but waits no longer than `limitMs`. */
async function within(limitMs: number, { close, source }: Part) {
  const enough = new AbortController()
  const late = sleep(limitMs, 'late' as const, { signal: enough.signal }).catch(() => undefined)
  try {
    if ((await Promise.race([close(), late])) === 'late') throw new Error(`not stopped within ${limitMs} ms: ${source}`)
  } finally {
    enough.abort()
  }
}
