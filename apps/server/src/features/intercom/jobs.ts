import { hourMs, minuteMs } from '@huanwei/contract/time'
import type { Database } from '../../db/connect.ts'
import { findSpokenGroups, remindMembers } from './missed/queries.ts'
import { dropOldSpeeches, type IsInside } from './queries.ts'

type Parts = { db: Database; isInside: IsInside; keepDays: number; log: { error(what: object, text: string): void } }

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

/** Removes old speeches each hour, and each minute reminds of what was missed. Returns what stops it once the work under way is done. */
export function startSpeechJobs(parts: Parts) {
  let hasLooked = false
  const removal = every(hourMs, () => removeOldSpeeches(parts), parts, 'old speeches could not be removed')
  const reminding = every(
    minuteMs,
    async () => {
      await remindOfMissed(parts, hasLooked ? minutesBack.later : minutesBack.first)
      hasLooked = true
    },
    parts,
    'people could not be reminded of what they missed on the intercom',
  )
  return async () => {
    await removal()
    await reminding()
  }
}

/** Does work every `ms`, one after the other. Returns what stops it once the work under way is done. */
function every(ms: number, work: () => Promise<void>, { log }: Pick<Parts, 'log'>, failure: string) {
  let underWay: Promise<void> | undefined
  const timer = setInterval(() => {
    underWay ??= work()
      .catch((error: Error) => log.error({ error }, failure))
      .finally(() => {
        underWay = undefined
      })
  }, ms)
  return async () => {
    clearInterval(timer)
    await underWay
  }
}
