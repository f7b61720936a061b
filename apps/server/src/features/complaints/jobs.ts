import type { Database } from '../../db/connect.ts'
import type { FileStore } from '../../lib/file-store.ts'
import { forgetPhotos, holdUnusedPhotos } from './queries.ts'

const hourMs = 3_600_000

/** Removes the photos that no report has used for a day. Bytes go before rows: what breaks off in between is done the next time. */
export async function removeUnusedPhotos(db: Database, store: FileStore) {
  for (;;) {
    const removed = await db.system(async (tx) => {
      const names = (await holdUnusedPhotos(tx)).map(({ fileName }) => fileName)
      for (const name of names) await store.remove(name)
      if (names.length) await forgetPhotos(tx, names)
      return names.length
    })
    if (!removed) return
  }
}

type Log = { error(what: object, text: string): void }

/** Sweeps hourly. Returns what stops it. */
export function startComplaintJobs(db: Database, store: FileStore, log: Log) {
  const timer = setInterval(() => {
    removeUnusedPhotos(db, store).catch((error: Error) => log.error({ error }, 'unused photos could not be removed'))
  }, hourMs)
  return () => clearInterval(timer)
}
