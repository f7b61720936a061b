import type { ConnectionEnd } from '@huanwei/contract/terminals/codes'
import type { Database } from '../db/connect.ts'
import type { Log } from './log.ts'
import { storeStays } from './terminal-queries.ts'

/** How long a terminal stayed on a connection. Times epoch ms. */
export type Stay = {
  deviceId: number
  address: string
  cameAt: number
  authenticatedAt: number
  endedAt?: number
  reason?: ConnectionEnd
}

export type ConnectionLog = {
  /** Notes that a stay has begun, or ended; written within seconds, together with others. */
  note(stay: Stay): void
  /** Writes what is noted. */
  close(): Promise<void>
}

/** While the database is away so many are kept. */
const mostKept = 100_000

export function startConnectionLog({ db, log, everyMs = 2000 }: { db: Database; log: Log; everyMs?: number }): ConnectionLog {
  let noted = new Set<Stay>()
  let writing: Promise<void> | undefined

  async function write() {
    const stays = noted
    noted = new Set()
    await db
      .system((tx) => storeStays(tx, [...stays]))
      .catch((error: Error) => {
        if (noted.size < mostKept) for (const stay of stays) noted.add(stay)
        log.error({ error: error.message, stays: stays.size }, 'connections could not be noted')
      })
    writing = undefined
  }
  const timer = setInterval(() => {
    if (noted.size) writing ??= write()
  }, everyMs)

  return {
    note: (stay) => void noted.add(stay),
    async close() {
      clearInterval(timer)
      await writing
      if (noted.size) await write()
    },
  }
}
