import { and, eq, gt, isNull, notInArray, sql } from 'drizzle-orm'
import type { Tx } from '../../../db/connect.ts'
import { isOpen, tenants } from '../../tenants/table.ts'
import { seconds, videoClient } from '../queries.ts'
import { sessions, videoDigests } from '../table.ts'

/** A video session ends so long after its last call, seconds. Source: spec 4, III.2. */
const idleSeconds = 4 * 3600
/** Sessions of one account; the oldest is displaced by one more. */
const mostOfAccount = 20

const lasting = sql`now() + ${seconds(idleSeconds)}`

type Account = { tenantId: number; userId: number }
type NewSession = Account & {
  accessHash: string
  family: string
  address: string
  userAgent: string
}

const ofAccount = ({ tenantId, userId }: Account) =>
  and(
    eq(sessions.tenantId, tenantId),
    eq(sessions.userId, userId),
    eq(sessions.clientId, videoClient),
    isNull(sessions.replacedTime),
  )

/** Adds a video session, and displaces those of the account that are too many. */
export async function addVideoSession(tx: Tx, session: NewSession) {
  await tx.insert(sessions).values({
    ...session,
    clientId: videoClient,
    // The hash of nothing: no refresh token has it.
    refreshHash: `none:${session.accessHash}`,
    accessExpires: lasting,
    refreshExpires: lasting,
  })
  const newest = tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(ofAccount(session))
    .orderBy(sql`${sessions.id} desc`)
    .limit(mostOfAccount)
  await tx
    .update(sessions)
    .set({ replacedTime: sql`now()` })
    .where(and(ofAccount(session), notInArray(sessions.id, newest)))
}

/** The open video session with this hash. Each call makes it last; the row is written a minute after the last time at the earliest. */
export async function takeVideoSession(tx: Tx, accessHash: string) {
  const isIt = and(
    eq(sessions.accessHash, accessHash),
    eq(sessions.clientId, videoClient),
    gt(sessions.accessExpires, sql`now()`),
  )
  const [found] = await tx
    .select({
      tenantId: sessions.tenantId,
      id: sessions.id,
      userId: sessions.userId,
      family: sessions.family,
      isDisplaced: sql<boolean>`${sessions.replacedTime} is not null`,
      isOlder: sql<boolean>`${sessions.accessExpires} < ${lasting} - interval '1 minute'`,
    })
    .from(sessions)
    .innerJoin(tenants, and(eq(tenants.id, sessions.tenantId), isOpen))
    .where(isIt)
  if (found?.isOlder && !found.isDisplaced)
    await tx
      .update(sessions)
      .set({ accessExpires: lasting, refreshExpires: lasting })
      .where(and(eq(sessions.tenantId, found.tenantId), eq(sessions.id, found.id)))
  return found
}

/** The digest of the account's password that was made from the password behind `madeFrom`. */
export async function findVideoDigest(tx: Tx, { tenantId, userId }: Account, madeFrom: string) {
  const [found] = await tx
    .select({ digest: videoDigests.digest })
    .from(videoDigests)
    .where(and(eq(videoDigests.tenantId, tenantId), eq(videoDigests.userId, userId), eq(videoDigests.madeFrom, madeFrom)))
  return found?.digest
}

export async function keepVideoDigest(tx: Tx, row: typeof videoDigests.$inferInsert) {
  const { digest, madeFrom } = row
  await tx
    .insert(videoDigests)
    .values(row)
    .onConflictDoUpdate({ target: [videoDigests.tenantId, videoDigests.userId], set: { digest, madeFrom } })
}
