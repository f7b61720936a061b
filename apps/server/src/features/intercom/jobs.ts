import { hourMs, minuteMs } from '@huanwei/contract/time'
import type { Database } from '../../db/connect.ts'
import type { Intercom } from '../../intercom/intercom.ts'
import { type Jobs, stopAll } from '../jobs/jobs.ts'
import { findSpokenGroups, remindMembers } from './missed/queries.ts'
import { dropOldSpeeches, type IsInside } from './queries.ts'

type Parts = { db: Database; isInside: IsInside; intercom: Pick<Intercom, 'endAbandoned'>; keepDays: number; jobs: Jobs }

/** Removes speeches that began more than `keepDays` ago. */
export async function removeOldSpeeches({ db, keepDays }: Pick<Parts, 'db' | 'keepDays'>) {
  while ((await db.system((tx) => dropOldSpeeches(tx, keepDays))) > 0);
}

/** Minutes for which speeches are looked at: at the start for what was said before the product went down, later for what may have ended since the last look. */
const minutesBack = { first: 24 * 60, later: 10 }

/** Reminds people of what they missed in groups where something was said, each group in a transaction of its own. */
export async function remindOfMissed({ db, isInside }: Pick<Parts, 'db' | 'isInside'>, minutes = minutesBack.later) {
  for (const group of await db.system((tx) => findSpokenGroups(tx, minutes)))
    await db.system((tx) => remindMembers(tx, group, isInside))
}

/** Removes old speeches each hour; each minute ends those of processes that died, and reminds of what was missed. Returns what stops it once the work under way is done. */
export function startSpeechJobs(parts: Parts) {
  const { jobs } = parts
  let hasLooked = false
  return stopAll(
    jobs.every('oldSpeeches', hourMs, () => removeOldSpeeches(parts)),
    jobs.every('abandonedSpeeches', minuteMs, parts.intercom.endAbandoned),
    jobs.every('missedSpeeches', minuteMs, async () => {
      await remindOfMissed(parts, hasLooked ? minutesBack.later : minutesBack.first)
      hasLooked = true
    }),
  )
}
