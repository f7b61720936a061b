import type { Database } from '../../../db/connect.ts'
import { createRateLimiter } from '../../../lib/rate-limiter.ts'
import { mostScreens, noteHeartbeat, type TokenRow } from '../queries.ts'

/** A screen says that it is there once in this time, ms. */
const heartbeatMs = 10_000
/** Heartbeats that are remembered. */
const mostRemembered = 10_000

/** Returns a function that notes that a screen is there, at its pace. */
export function createHeartbeats(db: Database) {
  const beats = new Map<string, number>()
  // Who makes up screens writes no more than those of one token would.
  const mayNote = createRateLimiter({ burst: mostScreens, perSecond: (mostScreens * 1000) / heartbeatMs })
  return async (row: TokenRow, beat: Parameters<typeof noteHeartbeat>[2]) => {
    const key = `${row.id} ${beat.screen}`
    const now = Date.now()
    // A clock that was set back counts as time gone by.
    const isEarly = Math.abs(now - (beats.get(key) ?? 0)) < heartbeatMs
    if (isEarly || !mayNote(String(row.id), now)) return
    if (beats.size > mostRemembered) beats.clear()
    beats.set(key, now)
    await db.system((tx) => noteHeartbeat(tx, row, { ...beat, dataAge: Math.round(beat.dataAge) }))
  }
}
export type NoteBeat = ReturnType<typeof createHeartbeats>
