import type { Database } from '../../db/connect.ts'
import type { MediaShare } from '../../media/share.ts'
import { findTenantIds } from '../tenants/queries.ts'

type Parts = { db: Pick<Database, 'system'>; share: Pick<MediaShare, 'isHere'> }

/** Returns a function that finds the organisations that are this process's now, and first lets `come` do what is to be done for those that were not at the last look. */
export function followTenants({ db, share }: Parts, come: (tenantIds: number[]) => Promise<unknown>) {
  let known = new Set<number>()
  return async () => {
    const here = (await db.system(findTenantIds)).filter(share.isHere)
    const added = here.filter((id) => !known.has(id))
    if (added.length) await come(added)
    known = new Set(here)
    return here
  }
}
