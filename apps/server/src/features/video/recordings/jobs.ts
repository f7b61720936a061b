import { hourMs, minuteMs } from '@huanwei/contract/time'
import type { Database } from '../../../db/connect.ts'
import type { MediaShare } from '../../../media/share.ts'
import type { FileStore } from '../../files/file-store.ts'
import { removeStored } from '../../files/file-variants.ts'
import { type Jobs, stopAll } from '../../jobs/jobs.ts'
import { dropOldRecordings, dropScheduledBeyond, findTenantsWithScheduled, findUnended } from './queries.ts'
import type { Recordings } from './running.ts'

type Parts = {
  db: Database
  store: FileStore
  recordings: Pick<Recordings, 'writes' | 'finds' | 'keep'>
  share: Pick<MediaShare, 'name' | 'isAtWork' | 'hasDiskOf'>
  keepDays: number
  /** Room that recordings by schedule of one organisation have, bytes. */
  scheduledBytes: number
  jobs: Jobs
  log: { error(what: object, text: string): void }
}

/**
 * Ends the recordings of a process that died, and those that could not be stored when they ended. What may be on the disk of another host is left to the
 * processes there.
 */
export async function keepAbandoned({
  db,
  recordings,
  share,
  log,
}: Omit<Parts, 'store' | 'keepDays' | 'scheduledBytes' | 'jobs'>) {
  for (const row of await db.system(findUnended)) {
    const { holder, fileName } = row
    const isUnderWay = holder === share.name ? recordings.writes(fileName) : share.isAtWork(holder)
    if (isUnderWay || !(share.hasDiskOf(holder) || recordings.finds(fileName))) continue
    await recordings
      .keep(row, 'stopped')
      .catch((error: Error) => log.error({ error, id: row.id }, 'a recording could not be stored yet'))
  }
}

/** Removes recordings with their files after `keepDays`. */
export async function removeOldRecordings({ db, store, keepDays }: Pick<Parts, 'db' | 'store' | 'keepDays'>) {
  for (let names = ['']; names.length; ) {
    names = await db.system((tx) => dropOldRecordings(tx, keepDays))
    for (const name of names) await removeStored(store, name)
  }
}

/** Removes the oldest recordings by schedule of each organisation that has more than its room, with their files. */
export async function removeScheduledBeyond({ db, store, scheduledBytes }: Pick<Parts, 'db' | 'store' | 'scheduledBytes'>) {
  for (const tenantId of await db.system(findTenantsWithScheduled)) {
    for (let names = ['']; names.length; ) {
      names = await db.system((tx) => dropScheduledBeyond(tx, tenantId, scheduledBytes))
      for (const name of names) await removeStored(store, name)
    }
  }
}

/** Clears up at once and from then on, each process what lies on its disk. Returns what stops it once the work under way is done. */
export function startRecordingJobs(parts: Parts) {
  const { jobs } = parts
  return stopAll(
    jobs.every('abandonedRecordings', minuteMs, () => keepAbandoned(parts), { isAtOnce: true, isOfEach: true }),
    jobs.every('oldRecordings', hourMs, () => removeOldRecordings(parts)),
    jobs.every('scheduledRecordings', 10 * minuteMs, () => removeScheduledBeyond(parts)),
  )
}
