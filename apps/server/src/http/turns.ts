import pLimit, { type LimitFunction } from 'p-limit'
import { Refused } from './refuse.ts'

const tooMany = () => new Refused(429, 'common:error.429')

/**
 * Lets each caller run a few calls at a time, so that none of them takes the server from all others; refuses when too many wait. Six at the same time
 * slow a browser with several tabs down by less than it notices.
 */
export function createTurns(maxRunning = 6, { maxWaiting = 200, refusal = tooMany } = {}) {
  const limits = new Map<string, LimitFunction>()
  return async <T>(caller: string, run: () => Promise<T>): Promise<T> => {
    const limit = limits.get(caller) ?? pLimit(maxRunning)
    if (limit.pendingCount >= maxWaiting) throw refusal()
    limits.set(caller, limit)
    try {
      return await limit(run)
    } finally {
      if (!limit.activeCount && !limit.pendingCount) limits.delete(caller)
    }
  }
}
