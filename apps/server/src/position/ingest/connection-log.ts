import type { Database } from '../../db/connect.ts'
import type { Log } from '../log.ts'
import type { Stay } from './stay.ts'
import { storeStays } from './terminal-queries.ts'

export type ConnectionLog = {
  /** Records that a stay began or ended; written within seconds, together with others. */
  record(stay: Stay): void
  /** Writes the recorded stays and stops. */
  close(): Promise<void>
}

/** Stays kept in memory while the database is unreachable. */
const maxPending = 100_000

export function startConnectionLog({ db, log, everyMs = 2000 }: { db: Database; log: Log; everyMs?: number }): ConnectionLog {
  let pending = new Set<Stay>()
  let writing: Promise<void> | undefined

  async function write() {
    const stays = pending
    pending = new Set()
    await db
      .system((tx) => storeStays(tx, [...stays]))
      .catch((error: Error) => {
        if (pending.size < maxPending) for (const stay of stays) pending.add(stay)
        log.error({ error, stays: stays.size }, 'connections could not be stored')
      })
    writing = undefined
  }
  const timer = setInterval(() => {
    if (pending.size) writing ??= write()
  }, everyMs)

  return {
    record: (stay) => void pending.add(stay),
    async close() {
      clearInterval(timer)
      await writing
      if (pending.size) await write()
    },
  }
}
