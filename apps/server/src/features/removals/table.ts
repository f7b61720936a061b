import type { CauseKind } from '@huanwei/contract/cleaning/codes'
import { sql } from 'drizzle-orm'
import { bigint, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant, tenantId } from '../../db/columns.ts'

/** Removed events with the user who removed them, so that somebody who acts on one at the same moment is told. */
export const removals = pgTable(
  'event_removal',
  {
    tenantId: tenantId(),
    /** The table it stood in. */
    list: text().notNull(),
    id: bigint({ mode: 'number' }).notNull(),
    deptId: integer().notNull(),
    /** Users it belonged to: they are told whatever their scope. */
    ownerIds: integer().array().notNull(),
    userName: text().notNull(),
    createTime: instant().notNull().default(sql`now()`),
    /** What a cleaning report was dispatched from; null where a person reported it, and of other lists. */
    causeKind: text().$type<CauseKind>(),
    causeId: bigint({ mode: 'number' }),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.list, t.id] }),
    index('event_removal_cause').on(t.tenantId, t.causeKind, t.causeId).where(sql`cause_id is not null`),
  ],
)
