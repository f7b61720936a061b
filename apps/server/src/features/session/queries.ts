import { isPermission } from '@huanwei/contract/permissions'
import { and, eq, gt, inArray, isNotNull, lt, ne, notInArray, or, sql } from 'drizzle-orm'
import type { Tx } from '../../db/connect.ts'
import type { Viewer } from '../../http/viewer.ts'
import { loginLogs } from '../logs/table.ts'
import { isOpen, tenants } from '../tenants/table.ts'
import { userRoles, users } from '../users/table.ts'
import { captchas, loginFailures, sessionLocks, sessions, smsCodes, socialStates, temporaryTokens } from './table.ts'

/** Seconds. Source: spec 3, section 4. */
export const accessSeconds = 43_200
const refreshSeconds = 2_592_000
/** Validity of a replaced refresh token, for a reply that was lost. Source: spec 3, section 4. */
const graceSeconds = 30
/** Pairs that a log-in is given in a span of seconds: six a minute, all at once if need be. */
export const renewals = { most: 90, seconds: 900 }

/** The client of tokens that only tell an outside site who comes. */
export const openClient = 'open'
/** The client of sessions of the video interface: their tokens open nothing else. */
export const videoClient = 'video'

export const seconds = (n: number) => sql`make_interval(secs => ${n})`

/** An account by its name, its id or its telephone, with the state of its organisation. */
export async function findAccount(
  tx: Tx,
  { tenantId, ...by }: { tenantId: number } & ({ username: string } | { userId: number } | { phone: string }),
) {
  const [account] = await tx
    .select({ user: users, isTenantOpen: isOpen })
    .from(users)
    .innerJoin(tenants, eq(tenants.id, users.tenantId))
    .where(
      and(
        eq(users.tenantId, tenantId),
        'username' in by ? eq(users.username, by.username) : 'phone' in by ? eq(users.phone, by.phone) : eq(users.id, by.userId),
      ),
    )
    .orderBy(users.id)
    .limit(1)
  return account
}

type LoginLog = Omit<typeof loginLogs.$inferInsert, 'remoteAddr' | 'id' | 'createTime'> & { address: string }

/** One line of the log of log-ins. Source: spec 4, S0 §1 (logLogin). */
export const addLoginLog = (tx: Tx, { address, ...line }: LoginLog) =>
  tx.insert(loginLogs).values({ ...line, remoteAddr: address })

type LogIn = { tenantId: number; userId: number; family: string }

/** The account and what it may do and see; undefined for one that is locked or gone. */
export const loadViewer = async (tx: Tx, tenantId: number, userId: number, family: string) =>
  (await loadViewers(tx, [{ tenantId, userId, family }]))[0]

/** `loadViewer` for many log-ins, in their order: each account is read once. Permissions and departments are what `db/access.sql` says. */
export async function loadViewers(tx: Tx, logIns: readonly LogIn[]) {
  const keyOf = ({ tenantId, userId }: Omit<LogIn, 'family'>) => `${tenantId} ${userId}`
  const people = [...new Map(logIns.map((one) => [keyOf(one), one])).values()]
  const tenantIds = sql.param(people.map(({ tenantId }) => tenantId))
  const userIds = sql.param(people.map(({ userId }) => userId))
  const found = await tx
    .select({
      user: users,
      roleIds: sql<number[]>`array(
        select role_id from ${userRoles} r where r.tenant_id = asked.tenant_id and r.user_id = asked.user_id order by role_id)`,
      permissions: sql<string[]>`array(
        select distinct permission from user_permissions(asked.tenant_id) p where p.user_id = asked.user_id order by permission)`,
      departments: sql<number[] | null>`user_departments(asked.tenant_id, asked.user_id)`,
    })
    .from(users)
    .innerJoin(
      sql`unnest(${tenantIds}::int[], ${userIds}::int[]) as asked (tenant_id, user_id)`,
      and(eq(users.tenantId, sql`asked.tenant_id`), eq(users.id, sql`asked.user_id`)),
    )
    .where(eq(users.lockFlag, '0'))
  const accounts = new Map(found.map((account) => [keyOf({ tenantId: account.user.tenantId, userId: account.user.id }), account]))
  const families = logIns.map(({ family }) => family)
  const locked = await tx
    .select({ tenantId: sessionLocks.tenantId, family: sessionLocks.family })
    .from(sessionLocks)
    .where(and(inArray(sessionLocks.family, families), isNotNull(sessionLocks.lockedTime)))
  return logIns.map((logIn) => {
    const account = accounts.get(keyOf(logIn))
    if (!account) return undefined
    const { user, roleIds, departments } = account
    const permissions = new Set(account.permissions.filter(isPermission))
    const viewer: Viewer = {
      ...logIn,
      username: user.username,
      deptId: user.deptId,
      roleIds,
      permissions,
      departments,
      platform: permissions.has('platform_admin'),
      isLocked: locked.some(({ tenantId, family }) => tenantId === logIn.tenantId && family === logIn.family),
    }
    return { viewer, user }
  })
}

type Pair = {
  tenantId: number
  userId: number
  clientId: string
  accessHash: string
  refreshHash: string
  family: string
  address: string
  userAgent: string
  /** Time of the log-in that is renewed; absent for a new one. */
  createTime?: string | undefined
}

/**
 * Lets one thing at a time happen to the log-ins of a user, until the transaction ends: what is renewed while it is ended would live on.
 * Undefined when the user is gone.
 */
export async function holdUser(tx: Tx, { tenantId, userId }: { tenantId: number; userId: number }) {
  const [user] = await tx
    .select({ password: users.password })
    .from(users)
    .where(and(eq(users.tenantId, tenantId), eq(users.id, userId)))
    .for('no key update')
  return user
}

export async function addSession(tx: Tx, pair: Pair) {
  await tx.insert(sessions).values({
    ...pair,
    accessExpires: sql`now() + ${seconds(accessSeconds)}`,
    refreshExpires: sql`now() + ${seconds(refreshSeconds)}`,
  })
}

/** The valid log-ins among those with these hashes of access tokens, in any order. */
export const findByAccess = (tx: Tx, accessHashes: readonly string[]) =>
  tx
    .select({
      accessHash: sessions.accessHash,
      tenantId: sessions.tenantId,
      userId: sessions.userId,
      family: sessions.family,
      clientId: sessions.clientId,
      secondsLeft: sql<number>`extract(epoch from ${sessions.accessExpires} - now())::float8`,
    })
    .from(sessions)
    .innerJoin(tenants, and(eq(tenants.id, sessions.tenantId), isOpen))
    .where(and(inArray(sessions.accessHash, [...accessHashes]), gt(sessions.accessExpires, sql`now()`)))

/**
 * Takes a refresh token: the session it may continue, `reused` when it was replaced longer ago than the grace allows, undefined when unknown.
 * Two refreshes with one token come one after the other.
 */
export async function takeRefresh(tx: Tx, refreshHash: string, clientId: string) {
  const isIt = and(
    eq(sessions.refreshHash, refreshHash),
    eq(sessions.clientId, clientId),
    gt(sessions.refreshExpires, sql`now()`),
  )
  const [whose] = await tx.select({ tenantId: sessions.tenantId, userId: sessions.userId }).from(sessions).where(isIt)
  if (!whose || !(await holdUser(tx, whose))) return undefined
  const [session] = await tx
    .select({
      tenantId: sessions.tenantId,
      id: sessions.id,
      userId: sessions.userId,
      family: sessions.family,
      clientId: sessions.clientId,
      // As text, to keep the microseconds for the renewed session.
      createTime: sql<string>`${sessions.createTime}::text`,
      /** Pairs of the log-in in the last span. */
      recent: sql<number>`(select count(*)::int from ${sessions} pair where pair.family = ${sessions}.family
        and pair.access_expires > now() + ${seconds(accessSeconds - renewals.seconds)})`,
      reused: sql<boolean>`coalesce(${sessions.replacedTime} < now() - ${seconds(graceSeconds)}, false)`,
    })
    .from(sessions)
    .innerJoin(tenants, and(eq(tenants.id, sessions.tenantId), isOpen))
    .where(isIt)
  if (session && !session.reused)
    await tx
      .update(sessions)
      .set({ replacedTime: sql`coalesce(${sessions.replacedTime}, now())` })
      .where(and(eq(sessions.tenantId, session.tenantId), eq(sessions.id, session.id)))
  return session
}

/** The log-in of an access token, also of one that has expired: its refresh token may live on. */
export async function findLogIn(tx: Tx, accessHash: string) {
  const [session] = await tx
    .select({ tenantId: sessions.tenantId, userId: sessions.userId, username: users.username, family: sessions.family })
    .from(sessions)
    .innerJoin(users, and(eq(users.tenantId, sessions.tenantId), eq(users.id, sessions.userId)))
    .where(and(eq(sessions.accessHash, accessHash), notInArray(sessions.clientId, [openClient, videoClient])))
  return session
}

/**
 * Ends log-ins of a user with all their tokens and locks: the one of `family`, or all, or all but `except`. True when there were any.
 * Call `app.forgetViewersOf` after the commit; other processes hear of it from the database.
 */
export async function endSessions(
  tx: Tx,
  whose: { tenantId: number; userId: number },
  which: { family?: string; except?: string } = {},
) {
  await holdUser(tx, whose)
  const of = (table: typeof sessions | typeof sessionLocks) =>
    and(
      eq(table.tenantId, whose.tenantId),
      eq(table.userId, whose.userId),
      which.family === undefined ? undefined : eq(table.family, which.family),
      which.except === undefined ? undefined : ne(table.family, which.except),
    )
  await tx.delete(sessionLocks).where(of(sessionLocks))
  const { rowCount } = await tx.delete(sessions).where(of(sessions))
  return Boolean(rowCount)
}

/** Sessions past both lifetimes, replaced pairs past their use, codes and answers nobody asked for. Run now and then. */
export async function removeExpired(tx: Tx) {
  await tx
    .delete(sessions)
    .where(
      or(
        lt(sessions.refreshExpires, sql`now()`),
        and(lt(sessions.replacedTime, sql`now() - interval '1 day'`), lt(sessions.accessExpires, sql`now()`)),
      ),
    )
  await tx.delete(sessionLocks).where(sql`not exists (select from ${sessions} t where t.family = ${sessionLocks.family})`)
  for (const table of [captchas, smsCodes, socialStates, temporaryTokens])
    await tx.delete(table).where(lt(table.expires, sql`now()`))
  await tx.delete(loginFailures).where(lt(loginFailures.lastTime, sql`now() - interval '1 day'`))
}

/**
 * Failures that still count. An address is shared by many people: it starts anew after 15 minutes without an attempt. A facility is
 * shared by everybody: each minute takes one of its reports back.
 */
const failuresLeft = sql<number>`case
  when ${loginFailures.key} like 'address:%' and ${loginFailures.lastTime} < now() - interval '15 minutes' then 0
  when ${loginFailures.key} like 'facility:%'
    then greatest(0, ${loginFailures.failures} - floor(extract(epoch from now() - ${loginFailures.lastTime}) / 60)::int)
  else ${loginFailures.failures} end`

/** A minute that has begun is not lost when something is counted in it. */
const isRunningDown = sql`${loginFailures.key} like 'facility:%' and ${failuresLeft} > 0`
const wholeMinutes = sql`now() - make_interval(secs => extract(epoch from now() - ${loginFailures.lastTime}) % 60)`

/** Failures in a row of each key, and how many seconds the last one is ago. */
export async function failuresOf(tx: Tx, keys: string[]) {
  return tx
    .select({
      key: loginFailures.key,
      failures: failuresLeft,
      secondsAgo: sql<number>`extract(epoch from now() - ${loginFailures.lastTime})::float8`,
    })
    .from(loginFailures)
    .where(inArray(loginFailures.key, keys))
}

/** Lets one attempt of these keys through at a time, until the transaction ends: parallel guesses are no way around the counting. */
export async function lockAttempts(tx: Tx, keys: string[]) {
  for (const key of [...keys].sort()) await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`)
}

/** Counts an attempt before it is checked. A success takes it back. */
export async function countAttempt(tx: Tx, keys: string[]) {
  await tx
    .insert(loginFailures)
    .values([...keys].sort().map((key) => ({ key, failures: 1, lastTime: sql`now()` })))
    .onConflictDoUpdate({
      target: loginFailures.key,
      set: { failures: sql`${failuresLeft} + 1`, lastTime: sql`case when ${isRunningDown} then ${wholeMinutes} else now() end` },
    })
}

/** A success ends the failures of `keys`. Of the address's figures it takes back only its own attempt: an account of one's own buys no guesses at others. */
export async function forgetFailures(tx: Tx, keys: string[], ...addresses: string[]) {
  await tx.delete(loginFailures).where(inArray(loginFailures.key, keys))
  await tx
    .update(loginFailures)
    .set({ failures: sql`greatest(${loginFailures.failures} - 1, 0)` })
    .where(inArray(loginFailures.key, addresses))
}

export async function keepCaptcha(tx: Tx, key: string, answer: string) {
  const expires = sql`now() + interval '300 seconds'`
  await tx
    .insert(captchas)
    .values({ key, answer, expires })
    .onConflictDoUpdate({ target: captchas.key, set: { answer, expires } })
}

/** Takes the answer away whatever was typed: a picture is good for one try. */
export async function takeCaptcha(tx: Tx, key: string) {
  const [taken] = await tx
    .delete(captchas)
    .where(eq(captchas.key, key))
    .returning({ answer: captchas.answer, live: sql<boolean>`${captchas.expires} > now()` })
  return taken?.live ? taken.answer : undefined
}
