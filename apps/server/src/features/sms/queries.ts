import type { Parsed } from '@huanwei/contract/endpoint'
import { SmsStatus } from '@huanwei/contract/sms/codes'
import type { listShortMessages } from '@huanwei/contract/sms/endpoints'
import { smsCodeSeconds } from '@huanwei/contract/sms/rules'
import { and, eq, gt, inArray, lt, lte, sql } from 'drizzle-orm'
import type { Tx } from '../../db/connect.ts'
import { type Cursor, orderByTime } from '../../db/keyset.ts'
import { findPage } from '../../db/lists/find-page.ts'
import { inScope } from '../../db/scope.ts'
import type { Viewer } from '../../http/viewer.ts'
import { askedByScope } from '../logs/queries.ts'
import { countAttempt, failuresOf, seconds } from '../session/queries.ts'
import { smsCodes } from '../session/table.ts'
import { users } from '../users/table.ts'
import type { SendSms } from './send-sms.ts'
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
    .where(and(isWaiting, gt(smsMessages.askedTime, worthUntil)))
    .orderBy(smsMessages.failures, smsMessages.id)
    .limit(1)
    .for('update', { skipLocked: true })
  if (!next) return false
  const outcome = await send(next.mobile, next.text).then(
    () => ({ sentTime: sql`now()` }),
    (error: Error) => {
      onFailure(error)
      return { failures: next.failures + 1, error: error.message.slice(0, 200) }
    },
  )
  await tx
    .update(smsMessages)
    .set(outcome)
    .where(and(eq(smsMessages.tenantId, next.tenantId), eq(smsMessages.id, next.id)))
  return 'sentTime' in outcome
}
const mostFailures = 5
/** What was asked for earlier is not sent. */
const worthUntil = sql`now() - interval '15 minutes'`

/** Messages that are still tried, as the index says it. */
const isWaiting = sql`${smsMessages.sentTime} is null and ${smsMessages.failures} < ${sql.raw(String(mostFailures))}`

/** Gives up what was not sent in time. */
export const giveUp = (tx: Tx) =>
  tx
    .update(smsMessages)
    .set({ failures: mostFailures })
    .where(and(isWaiting, lte(smsMessages.askedTime, worthUntil)))

const status = sql<SmsStatus>`case when ${smsMessages.sentTime} is not null then ${SmsStatus.sent}
  when ${smsMessages.failures} < ${mostFailures} then ${SmsStatus.waiting} else ${SmsStatus.failed} end`

const ofPeopleInScope = (tx: Tx, viewer: Viewer) =>
  and(
    eq(smsMessages.tenantId, viewer.tenantId),
    viewer.departments
      ? inArray(
          smsMessages.userId,
          tx
            .select({ id: users.id })
            .from(users)
            .where(and(eq(users.tenantId, viewer.tenantId), inScope(viewer, users.deptId))),
        )
      : undefined,
  )

const list = { table: smsMessages, id: smsMessages.id, time: smsMessages.createTime }

type Filter = Parsed<typeof listShortMessages> & { after?: Cursor | undefined }

/** One page of the messages to people in scope, newest first, with the total. Numbers are masked. */
export async function findShortMessages(tx: Tx, viewer: Viewer, filter: Filter) {
  const where = and(ofPeopleInScope(tx, viewer), filter.status && eq(status, filter.status))
  const { total, only } = await findPage(tx, list, filter, { ...askedByScope(viewer), where, period: filter })
  const records = await tx
    .select({
      id: smsMessages.id,
      createTime: smsMessages.createTime,
      name: sql<string>`coalesce(nullif(${users.name}, ''), ${users.username}, '')`,
      mobile: sql<string>`overlay(${smsMessages.mobile} placing '****' from 4 for 4)`,
      text: smsMessages.text,
      status,
      error: smsMessages.error,
      sentTime: smsMessages.sentTime,
    })
    .from(smsMessages)
    .leftJoin(users, and(eq(users.tenantId, smsMessages.tenantId), eq(users.id, smsMessages.userId)))
    .where(and(eq(smsMessages.tenantId, viewer.tenantId), only))
    .orderBy(...orderByTime(list))
  return { records, total }
}

/** Lets a failed message to somebody in scope be sent again; false when there is none. */
export async function sendAgain(tx: Tx, viewer: Viewer, id: number) {
  const { rowCount } = await tx
    .update(smsMessages)
    .set({ askedTime: sql`now()`, failures: 0 })
    .where(and(ofPeopleInScope(tx, viewer), eq(smsMessages.id, id), eq(status, SmsStatus.failed)))
  return rowCount === 1
}

/** Forgets messages that are a month old. */
export const forgetMessages = (tx: Tx) =>
  tx.delete(smsMessages).where(lt(smsMessages.createTime, sql`now() - interval '30 days'`))
