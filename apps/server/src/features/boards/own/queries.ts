import { boardSources, mostVersions, ownBoardPath } from '@huanwei/contract/boards/codes'
import type { BoardDefinition } from '@huanwei/contract/designs/endpoints'
import { and, desc, eq, isNotNull, isNull, type SQLWrapper, sql } from 'drizzle-orm'
import { updatedBy } from '../../../db/columns.ts'
import type { Tx } from '../../../db/connect.ts'
import { holdRow } from '../../../db/last-change.ts'
import type { Viewer } from '../../../http/viewer.ts'
import { boardTokens, boardVersions, ownBoards } from '../table.ts'

/** Display name of the user with a user name; the user name itself of who is gone. */
const nameOf = (tenantId: SQLWrapper, username: SQLWrapper) => sql<string>`coalesce((
  select coalesce(nullif(u.name, ''), u.username) from sys_user u where u.tenant_id = ${tenantId} and u.username = ${username}), ${username}, '')`

/** A definition without panels whose source this version of the product does not have. */
const asKnown = (stored: BoardDefinition): BoardDefinition => ({
  ...stored,
  panels: stored.panels.filter(({ source }) => Object.hasOwn(boardSources, source)),
})

const select = (tx: Tx) =>
  tx
    .select({
      id: ownBoards.id,
      draft: ownBoards.draft,
      published: ownBoards.published,
      publishedTime: boardVersions.createTime,
      publishedBy: nameOf(boardVersions.tenantId, boardVersions.createBy),
      isChanged: sql<boolean>`${boardVersions.definition} is distinct from ${ownBoards.draft}`,
      createTime: ownBoards.createTime,
      createName: nameOf(ownBoards.tenantId, ownBoards.createBy),
      updateTime: ownBoards.updateTime,
      updateBy: ownBoards.updateBy,
      updateName: nameOf(ownBoards.tenantId, ownBoards.updateBy),
    })
    .from(ownBoards)
    .leftJoin(boardVersions, and(isOf(ownBoards), eq(boardVersions.version, ownBoards.published)))

/** Condition for the versions of a board. */
const isOf = ({ tenantId, id }: { tenantId: SQLWrapper | number; id: SQLWrapper | number }) =>
  and(eq(boardVersions.tenantId, tenantId), eq(boardVersions.boardId, id))

export type OwnBoardRow = Awaited<ReturnType<typeof findOwnBoards>>[number]

/** The own boards, the one changed last first. */
export async function findOwnBoards(tx: Tx, { tenantId }: Viewer) {
  const rows = await select(tx).where(eq(ownBoards.tenantId, tenantId)).orderBy(desc(ownBoards.updateTime), desc(ownBoards.id))
  return rows.map((row) => ({ ...row, draft: asKnown(row.draft) }))
}

export async function findOwnBoard(tx: Tx, { tenantId }: Viewer, id: number): Promise<OwnBoardRow | undefined> {
  const [row] = await select(tx).where(and(eq(ownBoards.tenantId, tenantId), eq(ownBoards.id, id)))
  return row && { ...row, draft: asKnown(row.draft) }
}

/** What is published of own boards: of one of them, or of all, by age. */
export async function findPublished(tx: Tx, tenantId: number, id?: number) {
  const rows = await tx
    .select({ id: ownBoards.id, definition: boardVersions.definition })
    .from(ownBoards)
    .innerJoin(boardVersions, and(isOf(ownBoards), eq(boardVersions.version, ownBoards.published)))
    .where(
      and(eq(ownBoards.tenantId, tenantId), isNotNull(ownBoards.published), id === undefined ? undefined : eq(ownBoards.id, id)),
    )
    .orderBy(ownBoards.id)
  return rows.map((row) => ({ ...row, definition: asKnown(row.definition) }))
}

export const countOwnBoards = (tx: Tx, { tenantId }: Viewer) => tx.$count(ownBoards, eq(ownBoards.tenantId, tenantId))

/** Holds a board as it stands until the transaction ends. */
export const holdOwnBoard = (tx: Tx, { tenantId }: Viewer, id: number) => holdRow(tx, ownBoards, tenantId, id)

export async function insertOwnBoard(tx: Tx, { tenantId, username }: Viewer, draft: BoardDefinition) {
  const [added] = await tx
    .insert(ownBoards)
    .values({ tenantId, draft, createBy: username, updateBy: username })
    .returning({ id: ownBoards.id })
  return added!.id
}

export const updateOwnBoard = (
  tx: Tx,
  viewer: Viewer,
  id: number,
  fields: Partial<Pick<typeof ownBoards.$inferInsert, 'draft' | 'published'>>,
) =>
  tx
    .update(ownBoards)
    .set({ ...fields, ...updatedBy(ownBoards, viewer) })
    .where(and(eq(ownBoards.tenantId, viewer.tenantId), eq(ownBoards.id, id)))

/** Makes a version of a held board; the oldest that nobody needs go. */
export async function insertVersion(tx: Tx, { tenantId, username }: Viewer, boardId: number, definition: BoardDefinition) {
  const next = sql<number>`(select coalesce(max(v.version), 0) + 1 from ${boardVersions} v
    where v.tenant_id = ${tenantId} and v.board_id = ${boardId})`
  const [added] = await tx
    .insert(boardVersions)
    .values({ tenantId, boardId, version: next, definition, createBy: username })
    .returning({ version: boardVersions.version })
  const version = added!.version
  await tx
    .delete(boardVersions)
    .where(and(isOf({ tenantId, id: boardId }), sql`${boardVersions.version} <= ${version - mostVersions}`))
  return version
}

/** Versions of a board, newest first. */
export const findVersions = (tx: Tx, { tenantId }: Viewer, id: number) =>
  tx
    .select({
      version: boardVersions.version,
      panelCount: sql<number>`jsonb_array_length(${boardVersions.definition} -> 'panels')`,
      createTime: boardVersions.createTime,
      createBy: nameOf(boardVersions.tenantId, boardVersions.createBy),
    })
    .from(boardVersions)
    .where(isOf({ tenantId, id }))
    .orderBy(desc(boardVersions.version))

export async function findVersion(tx: Tx, { tenantId }: Viewer, id: number, version: number) {
  const [found] = await tx
    .select({ definition: boardVersions.definition })
    .from(boardVersions)
    .where(and(isOf({ tenantId, id }), eq(boardVersions.version, version)))
  return found && asKnown(found.definition)
}

/** Removes a board with its versions, and ends its tokens. */
export async function deleteOwnBoard(tx: Tx, { tenantId }: Viewer, id: number) {
  await tx
    .update(boardTokens)
    .set({ revokedTime: sql`now()` })
    .where(and(eq(boardTokens.tenantId, tenantId), eq(boardTokens.path, ownBoardPath(id)), isNull(boardTokens.revokedTime)))
  await tx.delete(ownBoards).where(and(eq(ownBoards.tenantId, tenantId), eq(ownBoards.id, id)))
}
