import { hourMs } from '@huanwei/contract/time'
import type { Database } from '../../db/connect.ts'
import { type Jobs, stopAll } from '../jobs/jobs.ts'
import { forgetMessages, giveUp, sendNext } from './queries.ts'
import type { SendSms } from './send-sms.ts'

const everyMs = 2000

type Parts = { jobs: Jobs; log: { error(what: object, text: string): void } }

/** Sends the short messages that wait, one after the other, and forgets old ones. Returns what stops it, once what is being sent is sent. */
export function startSmsJobs(db: Database, send: SendSms | undefined, { jobs, log }: Parts) {
  let isStopped = false
  const failed = (error: Error) => log.error({ error }, 'short messages could not be sent')

  async function sendAll() {
    await db.system(giveUp)
    let isMore = true
    while (send && isMore && !isStopped) isMore = await db.system((tx) => sendNext(tx, send, failed))
  }
  const stop = stopAll(
    jobs.every('texts', everyMs, sendAll),
    jobs.every('oldTexts', hourMs, () => db.system(forgetMessages)),
  )
  return () => {
    isStopped = true
    return stop()
  }
}
