import { sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Tx } from '../../../db/connect.ts'
import { files } from '../table.ts'

/** A table of files that terminals sent, with the columns `tenant_id` and `file_name`. */
type Received = PgTable & { received: AnyPgColumn }

/** Removes what was received more than `keepDays` ago; the bytes go with the files that nothing refers to. */
export const dropReceived = (tx: Tx, table: Received, keepDays: number) =>
  tx.execute(sql`
    with old as (
      delete from ${table} where ${table.received} < now() - make_interval(days => ${keepDays}::int) returning tenant_id, file_name
    )
    update ${files} f set is_confirmed = false from old where f.tenant_id = old.tenant_id and f.file_name = old.file_name`)
