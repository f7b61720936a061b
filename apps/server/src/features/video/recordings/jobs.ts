import { hourMs, minuteMs } from '@huanwei/contract/time'
import type { Database } from '../../../db/connect.ts'
import type { FileStore } from '../../files/file-store.ts'
import { removeStored } from '../../files/file-variants.ts'
import { type Jobs, stopAll } from '../../jobs/jobs.ts'
import { dropOldRecordings, findAbandoned } from './queries.ts'
import type { Recordings } from './running.ts'

type Parts = {
  db: Database
  store: FileStore
  recordings: Pick<Recordings, 'writes' | 'keep'>
  keepDays: number
  jobs: Jobs
  log: { error(what: object, text: string): void }
}

/** Ends the recordings of a process that died, and those that could not be stored when they ended. */
export async function keepAbandoned({ db, recordings, log }: Omit<Parts, 'store' | 'keepDays' | 'jobs'>) {
  for (const row of await db.system(findAbandoned)) {
    if (recordings.writes(row.fileName)) continue
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

/** Clears up at once and from then on. Returns what stops it once the work under way is done. */
export function startRecordingJobs(parts: Parts) {
  const { jobs } = parts
  return stopAll(
    jobs.every('abandonedRecordings', minuteMs, () => keepAbandoned(parts), { isAtOnce: true }),
    jobs.every('oldRecordings', hourMs, () => removeOldRecordings(parts)),
  )
}
