import { outsideOrigin } from '@huanwei/contract/units/rules'
import type { Changes } from '../../db/changes.ts'
import type { Database } from '../../db/connect.ts'
import { listFrameOrigins } from './queries.ts'

/** Tells which outside origins the pages of a host may frame. Asks the database again only after an organisation changed. */
export function frameOrigins(db: Database, changes: Changes) {
  let known: ReturnType<typeof load> | undefined
  changes.on(['unit_info', 'sys_tenant'], () => {
    known = undefined
  })

  async function load() {
    const tenants = await db.system(listFrameOrigins)
    const byHost = new Map(tenants.flatMap(({ hosts, origins }) => hosts.map((host) => [host, plain(origins)] as const)))
    return { byHost, others: plain(tenants[0]?.origins) }
  }

  return async (host: string) => {
    const loading = known ?? load()
    known = loading
    try {
      const { byHost, others } = await loading
      return byHost.get(host) ?? others
    } catch (error) {
      if (known === loading) known = undefined
      throw error
    }
  }
}

/** Only what is an origin may get into a header, whatever an earlier version stored. */
const plain = (origins: readonly string[] | null | undefined) => (origins ?? []).filter((one) => outsideOrigin(one) === one)
