import { hourMs } from '@huanwei/contract/time'
import type { Database } from '../../db/connect.ts'
import { dropOldSpeeches } from './queries.ts'

type Parts = { db: Database; keepDays: number; log: { error(what: object, text: string): void } }

/** Removes speeches that began more than `keepDays` ago. */
export async function removeOldSpeeches({ db, keepDays }: Omit<Parts, 'log'>) {
  while ((await db.system((tx) => dropOldSpeeches(tx, keepDays))) > 0);
}

/** Removes them each hour. Returns what stops it once the work under way is done. */
export function startSpeechJobs(parts: Parts) {
  let underWay: Promise<void> | undefined
  const timer = setInterval(() => {
    underWay ??= removeOldSpeeches(parts)
      .catch((error: Error) => parts.log.error({ error }, 'old speeches could not be removed'))
      .finally(() => {
        underWay = undefined
      })
  }, hourMs)
  return async () => {
    clearInterval(timer)
    await underWay
  }
}
