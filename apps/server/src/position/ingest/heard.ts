import type { Database } from '../../db/connect.ts'
import type { Log } from '../log.ts'
import { markSeen } from './terminal-queries.ts'

const flushEveryMs = 30_000

/** When terminals were last heard, written now and then. */
export function createHeard(db: Database, log: Log) {
  let heard = new Map<number, number>()

  async function flush() {
    if (!heard.size) return
    const seen = heard
    heard = new Map()
    await db
      .system((tx) => markSeen(tx, seen))
      .catch((error: Error) => {
        for (const [deviceId, time] of seen) if (!heard.has(deviceId)) heard.set(deviceId, time)
        log.error({ error }, 'times of terminals could not be written')
      })
  }

  const flushing = setInterval(flush, flushEveryMs)
  return {
    /** `time` in epoch ms. */
    note(deviceId: number, time: number) {
      heard.set(deviceId, time)
    },
    async close() {
      clearInterval(flushing)
      await flush()
    },
  }
}
