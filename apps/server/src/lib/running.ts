type Close = () => Promise<unknown> | unknown

/** What is up and how each part stops again: the last first. */
export function createRunning() {
  const parts: Close[] = []
  return {
    /** Remembers how `part` stops, and returns it. */
    started<T>(part: T, close: (part: T) => Promise<unknown> | unknown): T {
      parts.push(() => close(part))
      return part
    },
    /** Stops everything, also when a part fails to; throws the first failure at the end. */
    async stop() {
      const failures: unknown[] = []
      for (const close of parts.splice(0).reverse())
        try {
          await close()
        } catch (error) {
          failures.push(error)
        }
      if (failures.length) throw failures[0]
    },
  }
}
