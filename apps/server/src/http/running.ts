import { setTimeout as sleep } from 'node:timers/promises'

type Part = { name: string; close: () => Promise<unknown> | unknown }

/** Time limit for stopping one part, ms: longer than reports are tried to be published, and than PostgreSQL usually needs to write what it holds. */
const longestMs = 20_000

/** The running parts of the product; they are stopped in reverse order of their start. */
export function createRunning(limitMs = longestMs) {
  const parts: Part[] = []
  return {
    /** Remembers how `part` stops, and returns it. `name` is for the message when it does not. */
    started<T>(name: string, part: T, close: (part: T) => Promise<unknown> | unknown): T {
      parts.push({ name, close: () => close(part) })
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
async function within(limitMs: number, { name, close }: Part) {
  const enough = new AbortController()
  const late = sleep(limitMs, 'late' as const, { signal: enough.signal }).catch(() => undefined)
  try {
    if ((await Promise.race([close(), late])) === 'late') throw new Error(`${name} did not stop within ${limitMs} ms`)
  } finally {
    enough.abort()
  }
}
