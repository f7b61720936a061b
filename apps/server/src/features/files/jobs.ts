import { dayMs, hourMs } from '@huanwei/contract/time'
import type { Database } from '../../db/connect.ts'
import { type Jobs, stopAll } from '../jobs/jobs.ts'
import type { FileStore } from './file-store.ts'
import { removeStored, stemOf } from './file-variants.ts'
import { findOrphans, recheckFiles, recheckReleased, removeUnused } from './queries.ts'

type Sweep = { db: Database; store: FileStore }

/** Removes the files that no record has referred to for a day. A row is deleted before its bytes, so that no listed file is missing. */
export async function removeUnusedFiles({ db, store }: Sweep) {
  while (await db.system(recheckReleased));
  for (let isMore = true; isMore; ) {
    const found = await db.system(removeUnused)
    for (const name of found.removed) await removeStored(store, name)
    isMore = found.isMore
  }
}

/** Pattern of the product's own file names; the store may hold other files. */
const isOurs = /^[0-9a-f]{32}(-[a-z]+)?\.[a-z0-9]{2,5}$/

/** Removes files in the store that are older than a day and have no row: a process died after storing or before deleting them. */
export async function removeOrphans({ db, store }: Sweep, now = Date.now()) {
  for await (const names of store.olderThan(now - dayMs)) {
    const ours = names.filter((name) => isOurs.test(name))
    const orphans = await db.system((tx) => findOrphans(tx, [...new Set(ours.map(stemOf))]))
    for (const name of ours) if (orphans.has(stemOf(name))) await store.remove(name)
  }
}

/** Runs the clean-up of unused files hourly, and of the whole store daily; looks at some of the used ones again every ten minutes. Returns what stops it. */
export function startFileJobs(sweep: Sweep, jobs: Jobs) {
  let checked = 0
  const recheck = async () => {
    checked = await sweep.db.system((tx) => recheckFiles(tx, checked))
  }
  return stopAll(
    jobs.every('unusedFiles', hourMs, () => removeUnusedFiles(sweep)),
    jobs.every('usedFiles', hourMs / 6, recheck),
    jobs.every('orphanFiles', dayMs, () => removeOrphans(sweep)),
  )
}
