import { hourMs } from '@huanwei/contract/time'
import type { Database, Tx } from '../../db/connect.ts'
import { releaseFiles } from '../files/queries.ts'
import { type Jobs, stopAll } from '../jobs/jobs.ts'
import { dropForgotten, remindOfExpiring } from './queries.ts'

/** Reminds of all documents that come to their end. Of several processes each takes others. */
export async function remindOfDocuments(db: Database) {
  while ((await db.system(remindOfExpiring)) > 0);
}

/** Removes the documents of people who are gone. */
export async function dropForgottenDocuments(db: Database) {
  const dropSome = async (tx: Tx) => {
    const dropped = await dropForgotten(tx)
    for (const { tenantId, names } of dropped) await releaseFiles(tx, tenantId, names)
    return dropped.length
  }
  while ((await db.system(dropSome)) > 0);
}

/** Reminds and clears up at once and every hour. Returns the function that stops it. */
export function startDocumentJobs(db: Database, jobs: Jobs) {
  return stopAll(
    jobs.every('expiringDocuments', hourMs, () => remindOfDocuments(db), { isAtOnce: true }),
    jobs.every('forgottenDocuments', hourMs, () => dropForgottenDocuments(db), { isAtOnce: true }),
  )
}
