import { and, eq } from 'drizzle-orm'
import type { Tx } from '../../db/connect.ts'
import { terminals } from '../terminals/table.ts'

/** The terminal of the tenant with this canonical number. */
export async function findTerminalByNumber(tx: Tx, tenantId: number, terminalNo: string) {
  const [terminal] = await tx
    .select({ id: terminals.id, terminalNo: terminals.terminalNo })
    .from(terminals)
    .where(and(eq(terminals.tenantId, tenantId), eq(terminals.terminalNo, terminalNo)))
  return terminal
}
