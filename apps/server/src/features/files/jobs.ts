import type { Database } from '../../db/connect.ts'
import type { FileStore } from '../../lib/file-store.ts'
import { removeStored, stemOf } from '../../lib/file-variants.ts'
import { findOrphans, removeUnused } from './queries.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

type Log = { error(what: object, text: string): void }
type Sweep = { db: Database; store: FileStore }

/** Removes the files that no record has referred to for a day. A row goes before its bytes: nobody is shown what is gone. */
export async function removeUnusedFiles({ db, store }: Sweep) {
  for (let isMore = true; isMore; ) {
    const found = await db.system(removeUnused)
    for (const name of found.removed) await removeStored(store, name)
    isMore = found.isMore
  }
}

/** What the product names files; the store may hold other things. */
const isOurs = /^[0-9a-f]{32}(-[a-z]+)?\.[a-z0-9]{2,5}$/

/** Removes bytes that lie there for a day and belong to no row: what a process that died had kept, or not yet removed. */
export async function removeOrphans({ db, store }: Sweep, now = Date.now()) {
  for await (const names of store.olderThan(now - dayMs)) {
    const ours = names.filter((name) => isOurs.test(name))
    const orphans = await db.system((tx) => findOrphans(tx, [...new Set(ours.map(stemOf))]))
    for (const name of ours) if (orphans.has(stemOf(name))) await store.remove(name)
  }
}

/** Sweeps hourly, and daily through the whole store. Returns what stops it. */
export function startFileJobs(sweep: Sweep, log: Log) {
  const every = (ms: number, work: () => Promise<void>) =>
    setInterval(() => work().catch((error: Error) => log.error({ error }, 'unused files could not be removed')), ms)
  const timers = [every(hourMs, () => removeUnusedFiles(sweep)), every(dayMs, () => removeOrphans(sweep))]
  return () => {
    for (const timer of timers) clearInterval(timer)
  }
}
