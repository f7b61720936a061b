import { smsCodeSeconds } from '@huanwei/contract/sms/rules'
import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import type { Tx } from '../../db/connect.ts'
import { countAttempt, failuresOf, seconds } from '../session/queries.ts'
import { smsCodes } from '../session/table.ts'
import type { SendSms } from './provider.ts'
import { smsMessages } from './table.ts'

const isOf = (tenantId: number, mobile: string) => and(eq(smsCodes.tenantId, tenantId), eq(smsCodes.mobile, mobile))

/** Codes that a number may get in a day. */
const mostCodes = 10
/** Wrong codes that end the right one. */
const mostWrong = 5

/** Keeps a new code; false while the last one is still good. */
export async function keepCode(tx: Tx, tenantId: number, mobile: string, code: string) {
  const expires = sql`now() + ${seconds(smsCodeSeconds)}`
  const kept = await tx
    .insert(smsCodes)
    .values({ tenantId, mobile, code, expires })
    .onConflictDoUpdate({
      target: [smsCodes.tenantId, smsCodes.mobile],
      set: { code, expires, failures: 0 },
      setWhere: lt(smsCodes.expires, sql`now()`),
    })
    .returning({ mobile: smsCodes.mobile })
  return kept.length > 0
}

/** Counts a code of `day` that goes to the number; false when it has had all of that day. */
export async function countCode(tx: Tx, tenantId: number, mobile: string, day: string) {
  const key = `sms:${tenantId}:${mobile}:${day}`
  await countAttempt(tx, [key])
  const [counted] = await failuresOf(tx, [key])
  return counted!.failures <= mostCodes
}

/** True for the right code. It is used up by that, and by the fifth wrong one. */
export async function takeCode(tx: Tx, tenantId: number, mobile: string, typed: string) {
  const [kept] = await tx
    .update(smsCodes)
    .set({ failures: sql`${smsCodes.failures} + 1` })
    .where(and(isOf(tenantId, mobile), gt(smsCodes.expires, sql`now()`)))
    .returning({ code: smsCodes.code, failures: smsCodes.failures })
  if (!kept) return false
  const isRight = kept.code === typed
  if (isRight || kept.failures >= mostWrong) await forgetCode(tx, tenantId, mobile)
  return isRight
}

export const forgetCode = (tx: Tx, tenantId: number, mobile: string) => tx.delete(smsCodes).where(isOf(tenantId, mobile))

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
/** Older events are not sent. */
const worthUntil = sql`now() - interval '15 minutes'`

/** Forgets messages that are a month old. */
export const forgetMessages = (tx: Tx) =>
  tx.delete(smsMessages).where(lt(smsMessages.createTime, sql`now() - interval '30 days'`))
