import { setTimeout as sleep } from 'node:timers/promises'
import { openOwner } from '@huanwei/server/db/connect'

/** Watches how far the vehicle that is furthest behind is: the age of its newest stored position. While the database is away nobody knows. */
export function watchLag(url: string) {
  const db = openOwner(url, 1)
  // A connection that ends is replaced at the next question.
  db.on('error', () => undefined)
  let worst = 0
  let isOver = false
  async function watch() {
    while (!isOver) {
      const found = await db
        .query<{ lag: number | null }>(
          `select extract(epoch from now() - min(newest))::float as lag from device d
           cross join lateral (select max(time) as newest from position p where p.device_id = d.id) p where d.tenant_id = 1`,
        )
        .catch(() => undefined)
      worst = Math.max(worst, found?.rows[0]?.lag ?? 0)
      await sleep(1000)
    }
  }
  const watching = watch()
  return {
    /** The worst since the last call, s. */
    take() {
      const taken = worst
      worst = 0
      return taken
    },
    async stop() {
      isOver = true
      await watching
      await db.end()
    },
  }
}
