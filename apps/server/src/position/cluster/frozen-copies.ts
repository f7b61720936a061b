import type { Database } from '../../db/connect.ts'
import { endCopies, findWaitingCopies } from '../../features/partitions/queries.ts'
import type { Log } from '../log.ts'

/** Looks in a row, a second apart, at which nothing more of a COPY has come, after which its process counts as frozen. */
const mostLooks = 5

/**
 * Returns a function that ends the connections of processes that have stopped in the middle of a COPY, if it is called once a second: no timeout of
 * PostgreSQL ends these, and whoever takes over their partitions would wait for what they have locked. It never rejects. Record: docs/decisions/0097.
 */
export function createFrozenCopies(db: Pick<Database, 'system'>, log: Log) {
  /** Copies that waited at the last look, and since how many looks nothing came of them. */
  let still = new Map<string, number>()
  async function look() {
    const copies = await db.system(findWaitingCopies)
    const keyOf = ({ pid, query, bytes }: (typeof copies)[number]) => `${pid} ${query} ${bytes}`
    still = new Map(copies.map((copy) => [keyOf(copy), (still.get(keyOf(copy)) ?? -1) + 1]))
    const frozen = copies.filter((copy) => (still.get(keyOf(copy)) ?? 0) >= mostLooks)
    if (!frozen.length) return
    const connections = frozen.map(({ pid }) => pid)
    log.warn({ connections }, 'a process has stopped in the middle of a COPY: its connections are ended')
    await db.system((tx) => endCopies(tx, frozen))
  }
  return () => look().catch((error) => log.warn({ error }, 'the connections of processes that stopped could not be ended'))
}
