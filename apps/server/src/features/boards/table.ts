import type { BoardDefinition } from '@huanwei/contract/designs/endpoints'
import { sql } from 'drizzle-orm'
import { foreignKey, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant, tenantId, updated } from '../../db/columns.ts'

/** Tokens that open one board without a log-in; the token itself is not stored. */
export const boardTokens = pgTable(
  'board_token',
  {
    tenantId: tenantId(),
    id: integer().generatedAlwaysAsIdentity(),
    path: text().notNull(),
    /** Null for the whole organisation. */
    deptId: integer(),
    place: text().notNull().default(''),
    /** Addresses and networks, separated by commas; empty for any. */
    addressRange: text().notNull().default(''),
    hash: text().notNull(),
    createTime: instant().notNull().default(sql`now()`),
    createBy: text().notNull(),
    revokedTime: instant(),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.id] }), uniqueIndex('board_token_hash').on(t.hash)],
)

/** Screens that show a board with a token. */
export const boardScreens = pgTable(
  'board_screen',
  {
    tenantId: tenantId(),
    tokenId: integer().notNull(),
    screen: text().notNull(),
    address: text().notNull(),
    heartbeatTime: instant().notNull().default(sql`now()`),
    build: text().notNull(),
    /** Seconds. */
    dataAge: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.tokenId, t.screen] }),
    foreignKey({ columns: [t.tenantId, t.tokenId], foreignColumns: [boardTokens.tenantId, boardTokens.id] }).onDelete('cascade'),
  ],
)

/** Boards that an organisation made itself. */
export const ownBoards = pgTable(
  'own_board',
  {
    tenantId: tenantId(),
    id: integer().generatedAlwaysAsIdentity(),
    draft: jsonb().$type<BoardDefinition>().notNull(),
    /** Version that screens show; null while none does. */
    published: integer(),
    createTime: instant().notNull().default(sql`now()`),
    createBy: text().notNull(),
    ...updated,
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.id] })],
)

/** What was published of own boards, numbered from 1 for each. */
export const boardVersions = pgTable(
  'board_version',
  {
    tenantId: tenantId(),
    boardId: integer().notNull(),
    version: integer().notNull(),
    definition: jsonb().$type<BoardDefinition>().notNull(),
    createTime: instant().notNull().default(sql`now()`),
    createBy: text().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.boardId, t.version] }),
    foreignKey({ columns: [t.tenantId, t.boardId], foreignColumns: [ownBoards.tenantId, ownBoards.id] }).onDelete('cascade'),
  ],
)
