import { sql } from 'drizzle-orm'
import type { Tx } from '../../db/connect.ts'

/** False while another import of the organisation is being written; else none begins until the transaction ends. */
export async function lockImport(tx: Tx, tenantId: number) {
  const { rows } = await tx.execute<{ free: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${`import:${tenantId}`}, 0)) as free`,
  )
  return rows[0]?.free === true
}
