import { inArray, sql } from 'drizzle-orm'
import type { Config } from '../config.ts'
import type { Database } from '../db/connect.ts'
import { hashPassword, isPassword } from '../features/session/password.ts'
import { users } from '../features/users/table.ts'
import { knownPassword } from './known-accounts.ts'

/**
 * Gives the accounts of the demo that have its known password the one of DEMO_PASSWORD. Throws where others reach them and there is none. Record:
 * docs/decisions/0026.
 */
export async function secureDemoAccounts(db: Database, config: Pick<Config, 'DEMO_PASSWORD' | 'DATABASE_URL' | 'isProduction'>) {
  const { DEMO_PASSWORD: own } = config
  // A database of one's own holds no demo but with DEMO=on, which wants DEMO_PASSWORD.
  if (own === undefined && (!config.isProduction || config.DATABASE_URL)) return
  await db.system(async (tx) => {
    // The demo hashes its password once for all accounts: only a hash that several have is one.
    const shared = await tx.select({ hash: users.password }).from(users).groupBy(users.password).having(sql`count(*) > 1`)
    const known: string[] = []
    for (const { hash } of shared) if (await isPassword(hash, knownPassword)) known.push(hash)
    if (!known.length) return
    if (own === undefined)
      throw new Error('DEMO_PASSWORD: the accounts of the demo in DATA_DIR need a password of their own where others reach them')
    await tx
      .update(users)
      .set({ password: await hashPassword(own) })
      .where(inArray(users.password, known))
  })
}
