import { type addBoardToken, mostBoardTokens } from '@huanwei/contract/boards/endpoints'
import type { Parsed } from '@huanwei/contract/endpoint'
import { and, desc, eq, getTableColumns, inArray, isNull, sql } from 'drizzle-orm'
import type { Tx } from '../../db/connect.ts'
import { holdRow } from '../../db/last-change.ts'
import { inScope } from '../../db/scope.ts'
import type { Viewer } from '../../http/viewer.ts'
import { departments } from '../departments/table.ts'
import { isOpen, tenants } from '../tenants/table.ts'
import { boardScreens, boardTokens } from './table.ts'

const isValid = (viewer: Viewer) =>
  and(eq(boardTokens.tenantId, viewer.tenantId), isNull(boardTokens.revokedTime), inScope(viewer, boardTokens.deptId))

/** The valid tokens in scope, newest first, with their screens. Those of the whole organisation are seen by who sees all of it. */
export async function findBoardTokens(tx: Tx, viewer: Viewer) {
  const { tenantId, id, path, deptId, place, addressRange, createTime, createBy } = boardTokens
  const tokens = await tx
    .select({
      id,
      path,
      deptId,
      deptName: sql<string>`coalesce(${departments.name}, '')`,
      place,
      addressRange,
      createTime,
      createBy,
    })
    .from(boardTokens)
    .leftJoin(departments, and(eq(departments.tenantId, tenantId), eq(departments.id, deptId)))
    .where(isValid(viewer))
    .orderBy(desc(createTime), desc(id))
    .limit(mostBoardTokens)
  const screens = await tx
    .select()
    .from(boardScreens)
    .where(
      and(
        eq(boardScreens.tenantId, viewer.tenantId),
        inArray(
          boardScreens.tokenId,
          tokens.map((token) => token.id),
        ),
      ),
    )
    .orderBy(desc(boardScreens.heartbeatTime), boardScreens.screen)
  return tokens.map((token) => ({ ...token, screens: screens.filter(({ tokenId }) => tokenId === token.id) }))
}

export const countBoardTokens = (tx: Tx, { tenantId }: Viewer) =>
  tx.$count(boardTokens, and(eq(boardTokens.tenantId, tenantId), isNull(boardTokens.revokedTime)))

type NewToken = Omit<Parsed<typeof addBoardToken>, 'deptId'> & { deptId: number | null; hash: string }

export async function insertBoardToken(tx: Tx, { tenantId, username }: Pick<Viewer, 'tenantId' | 'username'>, token: NewToken) {
  const [added] = await tx
    .insert(boardTokens)
    .values({ tenantId, createBy: username, ...token })
    .returning({ id: boardTokens.id })
  return added!.id
}

/** Marks a token in scope as revoked; false where there is none. */
export async function markTokenRevoked(tx: Tx, viewer: Viewer, id: number) {
  const revoked = await tx
    .update(boardTokens)
    .set({ revokedTime: sql`now()` })
    .where(and(isValid(viewer), eq(boardTokens.id, id)))
    .returning({ id: boardTokens.id })
  return revoked.length > 0
}

/** True while an organisation has a valid token with this id. */
export const isTokenValid = async (tx: Tx, tenantId: number, id: number) =>
  (await tx.$count(
    boardTokens,
    and(eq(boardTokens.tenantId, tenantId), eq(boardTokens.id, id), isNull(boardTokens.revokedTime)),
  )) > 0

/** The valid tokens with these hashes, of organisations whose people can log in. */
export const findTokensByHash = (tx: Tx, hashes: readonly string[]) =>
  tx
    .select(getTableColumns(boardTokens))
    .from(boardTokens)
    .innerJoin(tenants, and(eq(tenants.id, boardTokens.tenantId), isOpen))
    .where(and(inArray(boardTokens.hash, [...hashes]), isNull(boardTokens.revokedTime)))

export const findTokenByHash = async (tx: Tx, hash: string) => (await findTokensByHash(tx, [hash]))[0]
export type TokenRow = NonNullable<Awaited<ReturnType<typeof findTokenByHash>>>

/** Screens of a token at most: the longest silent ones are forgotten. */
export const mostScreens = 50

type Heartbeat = Pick<typeof boardScreens.$inferInsert, 'screen' | 'address' | 'build' | 'dataAge'>

/** Notes that a screen is there; one at a time of a token, so that none is left over. */
export async function noteHeartbeat(tx: Tx, { tenantId, id: tokenId }: TokenRow, beat: Heartbeat) {
  const { screen, ...now } = beat
  await holdRow(tx, boardTokens, tenantId, tokenId)
  await tx
    .insert(boardScreens)
    .values({ tenantId, tokenId, ...beat })
    .onConflictDoUpdate({
      target: [boardScreens.tenantId, boardScreens.tokenId, boardScreens.screen],
      set: { ...now, heartbeatTime: sql`now()` },
    })
  await tx.execute(sql`delete from ${boardScreens} where tenant_id = ${tenantId} and token_id = ${tokenId} and screen in (
    select screen from ${boardScreens} where tenant_id = ${tenantId} and token_id = ${tokenId}
    order by heartbeat_time desc, screen offset ${mostScreens})`)
}

/** Name of a department, or without one of the organisation. */
export async function findNameOf(tx: Tx, tenantId: number, deptId: number | null) {
  const [department] = await tx
    .select({ name: departments.name })
    .from(departments)
    .where(and(eq(departments.tenantId, tenantId), eq(departments.id, deptId ?? 0)))
  const [tenant] = await tx.select({ name: tenants.name }).from(tenants).where(eq(tenants.id, tenantId))
  return (deptId === null ? tenant : department)?.name ?? ''
}
