import pLimit, { type LimitFunction } from 'p-limit'
import { Refused } from './refuse.ts'

/** Calls of one account, or of strangers at one address, that run at the same time; a browser with several tabs is slowed down by less than it notices. */
const maxRunning = 6
/** Calls that wait for those. */
const maxWaiting = 200

/** Lets each caller run a few calls at a time, so that none of them takes the server from all others; refuses with 429 when too many wait. */
export function createTurns() {
  const limits = new Map<string, LimitFunction>()
  return async <T>(caller: string, run: () => Promise<T>): Promise<T> => {
    const limit = limits.get(caller) ?? pLimit(maxRunning)
    if (limit.pendingCount >= maxWaiting) throw new Refused(429, 'common:error.429')
    limits.set(caller, limit)
    try {
      return await limit(run)
    } finally {
      if (!limit.activeCount && !limit.pendingCount) limits.delete(caller)
    }
  }
}
