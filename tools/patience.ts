import { afterAll, vi } from 'vitest'

/** Timeout of a waiting test, ms: a limit for hanging tests that a busy machine does not reach. */
export const patienceMs = 60_000

// The runner's configuration knows no default for these two; their own is a second.
const { waitFor, waitUntil } = vi
vi.waitFor = (work, options = patienceMs) => waitFor(work, options)
vi.waitUntil = (work, options = patienceMs) => waitUntil(work, options)
afterAll(() => {
  vi.waitFor = waitFor
  vi.waitUntil = waitUntil
})
