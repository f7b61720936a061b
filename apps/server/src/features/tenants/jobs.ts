import type { Database } from '../../db/connect.ts'
import type { FileStore } from '../files/file-store.ts'
import { removeStored } from '../files/file-variants.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { tellEnded } from './management/queries.ts'
import { deleteSome, deleteTenant, findRemoved, findSomeFiles, findTenantTables } from './removal/queries.ts'

type Parts = { db: Database; store: FileStore; jobs: Jobs }

const everyMs = 20_000

/** Deletes the tenants that were removed, their files first: a process that dies goes on here at its next start. */
export async function deleteRemoved({ db, store }: Omit<Parts, 'jobs'>) {
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
export const startTenantJobs = ({ db, store, jobs }: Parts) =>
  jobs.every('tenants', everyMs, async () => {
    await db.system((tx) => tellEnded(tx, (2 * everyMs) / 1000))
    await deleteRemoved({ db, store })
  })
