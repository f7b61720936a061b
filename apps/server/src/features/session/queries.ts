import { and, eq, gt, inArray, lt, ne, or, sql } from 'drizzle-orm'
import type { Tx } from '../../db/connect.ts'
import type { Viewer } from '../../lib/serve.ts'
import { departments } from '../departments/table.ts'
import { loginLogs } from '../logs/table.ts'
import { menus } from '../menus/table.ts'
import { roleMenus, roles } from '../roles/table.ts'
import { tenants } from '../tenants/table.ts'
import { userRoles, users } from '../users/table.ts'
import { captchas, loginFailures, sessionLocks, sessions, smsCodes, socialStates, temporaryTokens } from './table.ts'

/** Seconds. Source: spec 3, section 4. */
export const accessSeconds = 43_200
const refreshSeconds = 2_592_000
/** How long a replaced refresh token still works, for a reply that was lost. Source: spec 3, section 4. */
const graceSeconds = 30

/** The client of tokens that only tell an outside site who comes. */
export const openClient = 'open'

export const seconds = (n: number) => sql`make_interval(secs => ${n})`

/** An account by its name, its id or its telephone, with the state of its organisation. */
export async function findAccount(
  tx: Tx,
  { tenantId, ...by }: { tenantId: number } & ({ username: string } | { userId: number } | { phone: string }),
) {
  const [account] = await tx
    .select({ user: users, tenantStatus: tenants.status })
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

/** Everything that decides what a user may do and see. */
export async function loadViewer(tx: Tx, tenantId: number, userId: number, family: string) {
  const [user] = await tx
    .select()
    .from(users)
    .where(and(eq(users.tenantId, tenantId), eq(users.id, userId), eq(users.lockFlag, '0')))
  if (!user) return undefined
  const held = await tx
    .select({ id: roles.id, dsType: roles.dsType, dsScope: roles.dsScope })
    .from(userRoles)
    .innerJoin(roles, and(eq(roles.tenantId, userRoles.tenantId), eq(roles.id, userRoles.roleId)))
    .where(and(eq(userRoles.tenantId, tenantId), eq(userRoles.userId, userId)))
  const roleIds = held.map((role) => role.id)
  const granted = roleIds.length
    ? await tx
        .selectDistinct({ permission: menus.permission })
        .from(roleMenus)
        .innerJoin(menus, and(eq(menus.tenantId, roleMenus.tenantId), eq(menus.id, roleMenus.menuId)))
        .where(and(eq(roleMenus.tenantId, tenantId), inArray(roleMenus.roleId, roleIds), sql`${menus.permission} <> ''`))
    : []
  const permissions = new Set(granted.flatMap(({ permission }) => permission ?? []))
  const viewer: Viewer = {
    userId,
    username: user.username,
    tenantId,
    deptId: user.deptId,
    roleIds,
    permissions,
    departments: await scopeOf(tx, tenantId, user.deptId, held),
    platform: permissions.has('platform_admin'),
    family,
    isLocked: await isLocked(tx, tenantId, family),
  }
  return { viewer, user }
}

async function isLocked(tx: Tx, tenantId: number, family: string) {
  const [lock] = await tx
    .select({ lockedTime: sessionLocks.lockedTime })
    .from(sessionLocks)
    .where(and(eq(sessionLocks.tenantId, tenantId), eq(sessionLocks.family, family)))
  return Boolean(lock?.lockedTime)
}

/** The widest of the roles' scopes wins (0 is widest); no role sees nothing. Source: spec 3, section 6. */
async function scopeOf(tx: Tx, tenantId: number, deptId: number, held: { dsType: 0 | 1 | 2 | 3; dsScope: number[] }[]) {
  const widest = Math.min(...held.map((role) => role.dsType))
  if (widest === 0) return null
  if (widest === 1) return [...new Set(held.filter((role) => role.dsType === 1).flatMap((role) => role.dsScope))]
  if (widest === 2) return departmentsBelow(tx, tenantId, [deptId])
  return widest === 3 ? [deptId] : []
}

/** `roots` and every department below them. */
export async function departmentsBelow(tx: Tx, tenantId: number, roots: number[]): Promise<number[]> {
  if (!roots.length) return []
  const { rows } = await tx.execute<{ id: number }>(sql`
    with recursive below as (
      select dept_id from ${departments} where tenant_id = ${tenantId} and dept_id = any(${sql.param(roots)}::int[])
      union
      select d.dept_id from ${departments} d join below b on d.parent_id = b.dept_id where d.tenant_id = ${tenantId}
    ) select dept_id as id from below`)
  return rows.map((row) => row.id)
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
  /** Of the log-in that is renewed; now for a new one. */
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

export async function findByAccess(tx: Tx, accessHash: string) {
  const [session] = await tx
    .select({
      tenantId: sessions.tenantId,
      userId: sessions.userId,
      family: sessions.family,
      clientId: sessions.clientId,
      secondsLeft: sql<number>`extract(epoch from ${sessions.accessExpires} - now())::float8`,
    })
    .from(sessions)
    .innerJoin(tenants, and(eq(tenants.id, sessions.tenantId), eq(tenants.status, '0')))
    .where(and(eq(sessions.accessHash, accessHash), gt(sessions.accessExpires, sql`now()`)))
  return session
}

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
      // To the microsecond, as it is handed on.
      createTime: sql<string>`${sessions.createTime}::text`,
      reused: sql<boolean>`coalesce(${sessions.replacedTime} < now() - ${seconds(graceSeconds)}, false)`,
    })
    .from(sessions)
    .innerJoin(tenants, and(eq(tenants.id, sessions.tenantId), eq(tenants.status, '0')))
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
    .where(and(eq(sessions.accessHash, accessHash), ne(sessions.clientId, openClient)))
  return session
}

/**
 * Ends log-ins of a user with all their tokens and locks: the one of `family`, or all, or all but `except`. True when there were any.
 * Call `app.forgetViewers()` after the commit; other processes hear of it from the database.
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

/** An address is shared by many people: after this long without an attempt it starts anew. */
const isForgotten = sql`${loginFailures.key} like 'address:%' and ${loginFailures.lastTime} < now() - interval '15 minutes'`

/** Failures in a row of each key, and how many seconds the last one is ago. */
export async function failuresOf(tx: Tx, keys: string[]) {
  return tx
    .select({
      key: loginFailures.key,
      failures: sql<number>`case when ${isForgotten} then 0 else ${loginFailures.failures} end`,
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
      set: { failures: sql`case when ${isForgotten} then 1 else ${loginFailures.failures} + 1 end`, lastTime: sql`now()` },
    })
}

/** A success ends the account's row of failures. Of the address it takes back only its own attempt: an account of one's own buys no guesses at others. */
export async function forgetFailures(tx: Tx, { account, address }: { account: string; address: string }) {
  await tx.delete(loginFailures).where(eq(loginFailures.key, account))
  await tx
    .update(loginFailures)
    .set({ failures: sql`greatest(${loginFailures.failures} - 1, 0)` })
    .where(eq(loginFailures.key, address))
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
