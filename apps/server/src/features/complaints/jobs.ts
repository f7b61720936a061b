import { hourMs } from '@huanwei/contract/time'
import type { Database } from '../../db/connect.ts'
import type { FileStore } from '../files/file-store.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { forgetPhotos, holdUnusedPhotos } from './queries.ts'

/** Removes the photos that no report has used for a day. Files are deleted before rows: an interrupted run is completed by the next one. */
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

/** Runs the clean-up hourly. Returns the function that stops it. */
export const startComplaintJobs = (db: Database, store: FileStore, jobs: Jobs) =>
  jobs.every('unusedPhotos', hourMs, () => removeUnusedPhotos(db, store))
