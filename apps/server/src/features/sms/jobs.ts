import { hourMs } from '@huanwei/contract/time'
import type { Database } from '../../db/connect.ts'
import { forgetMessages, giveUp, sendNext } from './queries.ts'
import type { SendSms } from './send-sms.ts'

const everyMs = 2000

type Log = { error(what: object, text: string): void }

/** Sends the short messages that wait, one after the other, and forgets old ones. Returns what stops it, once what is being sent is sent. */
export function startSmsJobs(db: Database, send: SendSms | undefined, log: Log) {
  let isStopped = false
  let underWay: Promise<void> | undefined
  const failed = (error: Error) => log.error({ error }, 'short messages could not be sent')

  async function sendAll() {
    await db.system(giveUp)
    let isMore = true
    while (send && isMore && !isStopped) isMore = await db.system((tx) => sendNext(tx, send, failed))
  }
  const sending = setInterval(() => {
    underWay ??= sendAll()
      .catch(failed)
      .finally(() => {
        underWay = undefined
      })
  }, everyMs)
  const forgetting = setInterval(() => db.system(forgetMessages).catch(failed), hourMs)
  return async () => {
    isStopped = true
    clearInterval(sending)
    clearInterval(forgetting)
    await underWay
  }
}
