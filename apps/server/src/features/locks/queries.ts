import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Tx } from '../../db/connect.ts'
import type { Viewer } from '../../http/viewer.ts'
import { isPassword } from '../session/password.ts'
import { sessionLocks } from '../session/table.ts'
import { users } from '../users/table.ts'

/** Number of consecutive wrong passwords after which the next try waits, each time twice as long. */
const slowAfterFailures = 5
const longestWaitSeconds = 300

const ofSession = ({ tenantId, family }: Viewer) => and(eq(sessionLocks.tenantId, tenantId), eq(sessionLocks.family, family))

export async function hasLockPassword(tx: Tx, viewer: Viewer) {
  return (await tx.select({ family: sessionLocks.family }).from(sessionLocks).where(ofSession(viewer))).length > 0
}

/** The name of the stored picture that is the viewer's; empty or null when they have none. */
export async function findAvatar(tx: Tx, { tenantId, userId }: Viewer) {
  const [user] = await tx
    .select({ avatar: users.avatar })
    .from(users)
    .where(and(eq(users.tenantId, tenantId), eq(users.id, userId)))
  return user?.avatar
}

/** Locks with `passwordHash`, or with the one kept when it is undefined. False when there is none; a lock that is on stays as it is. */
export async function lock(tx: Tx, viewer: Viewer, passwordHash: string | undefined) {
  const locked = { lockedTime: sql`now()`, failures: 0, lastFailure: null }
  if (passwordHash === undefined) {
    await tx
      .update(sessionLocks)
      .set(locked)
      .where(and(ofSession(viewer), isNull(sessionLocks.lockedTime)))
    return hasLockPassword(tx, viewer)
  }
  const { tenantId, userId, family } = viewer
  await tx
    .insert(sessionLocks)
    .values({ tenantId, userId, family, password: passwordHash, ...locked })
    .onConflictDoUpdate({
      target: [sessionLocks.tenantId, sessionLocks.family],
      set: { password: passwordHash, ...locked },
      setWhere: isNull(sessionLocks.lockedTime),
    })
  return true
}

/** Opens the lock: whether it did, or how many seconds the next try must wait. Tries of one session come one after the other. */
export async function unlock(tx: Tx, viewer: Viewer, password: string): Promise<boolean | { waitSeconds: number }> {
  const [kept] = await tx
    .select({
      password: sessionLocks.password,
      failures: sessionLocks.failures,
      secondsAgo: sql<number>`coalesce(extract(epoch from now() - ${sessionLocks.lastFailure}), 0)::float8`,
    })
    .from(sessionLocks)
    .where(and(ofSession(viewer), sql`${sessionLocks.lockedTime} is not null`))
    .for('update')
  if (!kept) return true
  const tooMany = kept.failures - slowAfterFailures
  const wait = tooMany < 0 ? 0 : Math.min(2 ** tooMany, longestWaitSeconds) - kept.secondsAgo
  if (wait > 0) return { waitSeconds: Math.ceil(wait) }
  const isRight = await isPassword(kept.password, password)
  await tx
    .update(sessionLocks)
    .set(
      isRight
        ? { lockedTime: null, failures: 0, lastFailure: null }
        : { failures: kept.failures + 1, lastFailure: sql`clock_timestamp()` },
    )
    .where(ofSession(viewer))
  return isRight
}
