import type { Parsed } from '@huanwei/contract/endpoint'
import type { listTokens } from '@huanwei/contract/tokens/endpoints'
import { and, eq, gt, ne, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Tx } from '../../db/connect.ts'
import { contains } from '../../db/contains.ts'
import { type Cursor, orderByTime } from '../../db/keyset.ts'
import { findPage } from '../../db/lists/find-page.ts'
import { inScope } from '../../db/scope.ts'
import type { Viewer } from '../../http/viewer.ts'
import { departments } from '../departments/table.ts'
import { openClient, seconds } from '../session/queries.ts'
import { sessionLocks, sessions, temporaryTokens } from '../session/table.ts'
import { users } from '../users/table.ts'

/** Validity of a temporary token, and of the token it is exchanged for: it goes in an address. Source: spec 4, S0 §7; record: docs/decisions/0026. */
const temporarySeconds = 60

const later = alias(sessions, 'later')

/** The newest token pair of each log-in of people in the viewer's scope, expired ones too. */
const isLogIn = (tx: Tx, viewer: Viewer) =>
  and(
    eq(sessions.tenantId, viewer.tenantId),
    ne(sessions.clientId, openClient),
    inScope(viewer, users.deptId),
    sql`not exists ${tx
      .select({ id: later.id })
      .from(later)
      .where(and(eq(later.family, sessions.family), ne(later.clientId, openClient), gt(later.id, sessions.id)))}`,
  )

const isUser = and(eq(users.tenantId, sessions.tenantId), eq(users.id, sessions.userId))

const list = { table: sessions, id: sessions.id, time: sessions.createTime, until: sessions.refreshExpires }

type Filter = Parsed<typeof listTokens> & { after?: Cursor | undefined }

/** One page of the log-ins, newest first, with the total. */
export async function findLogIns(tx: Tx, viewer: Viewer, filter: Filter) {
  const { username, address } = filter
  const where = and(isLogIn(tx, viewer), contains(users.username, username), contains(sessions.address, address))
  const join = viewer.departments || username ? sql`join ${users} on ${isUser}` : undefined
  const { total, only } = await findPage(tx, list, filter, { tenantId: viewer.tenantId, join, where })
  const records = await tx
    .select({
      id: sessions.id,
      token: sessions.family,
      userId: sessions.userId,
      username: users.username,
      name: users.name,
      deptName: departments.name,
      clientId: sessions.clientId,
      address: sessions.address,
      userAgent: sessions.userAgent,
      createTime: sessions.createTime,
      expires: sessions.refreshExpires,
      secondsLeft: sql<number>`greatest(0, extract(epoch from ${sessions.accessExpires} - now()))::int`,
      isLocked: sql<boolean>`${sessionLocks.lockedTime} is not null`,
      isOwn: sql<boolean>`${sessions.family} = ${viewer.family}`,
    })
    .from(sessions)
    .innerJoin(users, isUser)
    .innerJoin(departments, and(eq(departments.tenantId, users.tenantId), eq(departments.id, users.deptId)))
    .leftJoin(sessionLocks, and(eq(sessionLocks.tenantId, sessions.tenantId), eq(sessionLocks.family, sessions.family)))
    .where(and(eq(sessions.tenantId, viewer.tenantId), only))
    .orderBy(...orderByTime(list))
  return { records: records.map(inFamilyWords), total }
}

/** A log-in with the fields that the family's clients read. */
const inFamilyWords = <L extends { token: string; secondsLeft: number; userId: number; username: string }>({
  secondsLeft,
  ...logIn
}: L) => ({
  ...logIn,
  access_token: logIn.token,
  token_type: 'bearer' as const,
  expires_in: secondsLeft,
  user_id: logIn.userId,
  user_info: { id: logIn.userId, username: logIn.username },
})

/** User of a log-in; undefined when it has ended or its user is out of scope. */
export async function findOwner(tx: Tx, viewer: Viewer, family: string) {
  const [owner] = await tx
    .select({ tenantId: sessions.tenantId, userId: sessions.userId })
    .from(sessions)
    .innerJoin(users, isUser)
    .where(and(isLogIn(tx, viewer), gt(sessions.refreshExpires, sql`now()`), eq(sessions.family, family)))
  return owner
}

export const addTemporaryToken = (tx: Tx, { tenantId, userId }: Viewer, tokenHash: string) =>
  tx.insert(temporaryTokens).values({ tenantId, userId, tokenHash, expires: sql`now() + ${seconds(temporarySeconds)}` })

/** Takes a temporary token and returns its user. It is consumed whatever follows: it allows one attempt. */
export async function takeTemporaryToken(tx: Tx, tokenHash: string) {
  const [taken] = await tx
    .delete(temporaryTokens)
    .where(eq(temporaryTokens.tokenHash, tokenHash))
    .returning({
      tenantId: temporaryTokens.tenantId,
      userId: temporaryTokens.userId,
      isLive: sql<boolean>`${temporaryTokens.expires} > now()`,
    })
  return taken?.isLive ? taken : undefined
}

type OpenToken = { tenantId: number; userId: number; family: string; accessHash: string; address: string; userAgent: string }

/** A token of a log-in that tells an outside site who comes. Nothing renews it. False when the log-in has ended. */
export async function addOpenToken(tx: Tx, token: OpenToken) {
  const isOfLogIn = and(
    eq(sessions.tenantId, token.tenantId),
    eq(sessions.family, token.family),
    ne(sessions.clientId, openClient),
  )
  const living = await tx.select({ id: sessions.id }).from(sessions).where(isOfLogIn).limit(1)
  if (!living.length) return false
  const expires = sql`now() + ${seconds(temporarySeconds)}`
  await tx.insert(sessions).values({
    ...token,
    clientId: openClient,
    // The hash of nothing: no refresh token has it.
    refreshHash: `none:${token.accessHash}`,
    accessExpires: expires,
    refreshExpires: expires,
  })
  return true
}
