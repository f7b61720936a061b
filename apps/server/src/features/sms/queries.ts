import { smsCodeSeconds } from '@huanwei/contract/sms/rules'
import { and, eq, lt, sql } from 'drizzle-orm'
import type { Tx } from '../../db/connect.ts'
import { seconds } from '../session/queries.ts'
import { smsCodes } from '../session/table.ts'

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
