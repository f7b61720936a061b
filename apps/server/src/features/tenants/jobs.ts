import type { Database } from '../../db/connect.ts'
import type { FileStore } from '../files/file-store.ts'
import { removeStored } from '../files/file-variants.ts'
import { tellEnded } from './management/queries.ts'
import { deleteSome, deleteTenant, findRemoved, findSomeFiles, findTenantTables } from './removal/queries.ts'

type Log = { error(what: object, text: string): void }
type Parts = { db: Database; store: FileStore; log: Log }

const everyMs = 20_000

/** Deletes the tenants that were removed, their files first: a process that dies goes on here at its next start. */
export async function deleteRemoved({ db, store }: Omit<Parts, 'log'>) {
  for (let id = await db.system(findRemoved); id !== undefined; id = await db.system(findRemoved)) {
    const tenantId = id
    for (let after = '', names = ['']; names.length; after = names.at(-1) ?? after) {
      names = await db.system((tx) => findSomeFiles(tx, tenantId, after))
      for (const name of names) await removeStored(store, name)
    }
    const tables = await db.system(findTenantTables)
    // What counts and marks rows notes their deletion: until a round finds nothing.
    for (let found = true; found; ) {
      found = false
      for (const table of tables) while (await db.system((tx) => deleteSome(tx, table, tenantId))) found = true
    }
    await db.system((tx) => deleteTenant(tx, tenantId))
  }
}

/** Deletes removed tenants, and ends the sessions of those whose span is over. Returns what stops it once the batch under way is done. */
export function startTenantJobs({ db, store, log }: Parts) {
  let underWay: Promise<void> | undefined
  const look = async () => {
    await db.system((tx) => tellEnded(tx, (2 * everyMs) / 1000))
    await deleteRemoved({ db, store })
  }
  const timer = setInterval(() => {
    underWay ??= look()
      .catch((error: Error) => log.error({ error }, 'tenants could not be looked at'))
      .finally(() => {
        underWay = undefined
      })
  }, everyMs)
  return async () => {
    clearInterval(timer)
    await underWay
  }
}
