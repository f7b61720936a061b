import { smsCodeSeconds } from '@huanwei/contract/sms/rules'
import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import type { Tx } from '../../db/connect.ts'
import type { SendSms } from '../../lib/sms.ts'
import { seconds } from '../session/queries.ts'
import { smsCodes } from '../session/table.ts'
import { smsMessages } from './table.ts'

const isOf = (tenantId: number, mobile: string) => and(eq(smsCodes.tenantId, tenantId), eq(smsCodes.mobile, mobile))

/** Keeps a new code; false while the last one is still good. */
export async function keepCode(tx: Tx, tenantId: number, mobile: string, code: string) {
  const expires = sql`now() + ${seconds(smsCodeSeconds)}`
  const kept = await tx
    .insert(smsCodes)
    .values({ tenantId, mobile, code, expires })
    .onConflictDoUpdate({
      target: [smsCodes.tenantId, smsCodes.mobile],
      set: { code, expires },
      setWhere: lt(smsCodes.expires, sql`now()`),
    })
    .returning({ mobile: smsCodes.mobile })
  return kept.length > 0
}

/** Takes the code away whatever was typed: it is good for one try. */
export async function takeCode(tx: Tx, tenantId: number, mobile: string) {
  const [taken] = await tx
    .delete(smsCodes)
    .where(isOf(tenantId, mobile))
    .returning({ code: smsCodes.code, isLive: sql<boolean>`${smsCodes.expires} > now()` })
  return taken?.isLive ? taken.code : undefined
}

/** Sends the message that waits longest; false when none does. One that fails is tried again, while it is worth it. */
export async function sendNext(tx: Tx, send: SendSms, onFailure: (error: Error) => void) {
  const [next] = await tx
    .select()
    .from(smsMessages)
    .where(and(isNull(smsMessages.sentTime), lt(smsMessages.failures, mostFailures), gt(smsMessages.createTime, worthUntil)))
    .orderBy(smsMessages.failures, smsMessages.id)
    .limit(1)
    .for('update', { skipLocked: true })
  if (!next) return false
  const outcome = await send(next.mobile, next.text).then(
    () => ({ sentTime: sql`now()` }),
    (error: Error) => {
      onFailure(error)
      return { failures: next.failures + 1 }
    },
  )
  await tx
    .update(smsMessages)
    .set(outcome)
    .where(and(eq(smsMessages.tenantId, next.tenantId), eq(smsMessages.id, next.id)))
  return 'sentTime' in outcome
}
const mostFailures = 5
/** What began longer ago is no news. */
const worthUntil = sql`now() - interval '15 minutes'`

/** Forgets messages that are a month old. */
export const forgetMessages = (tx: Tx) =>
  tx.delete(smsMessages).where(lt(smsMessages.createTime, sql`now() - interval '30 days'`))
