import { afterAll, vi } from 'vitest'

// Files share a worker: a clock that one of them stopped, or a global that it put in another's place, would be the next one's.
afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})
