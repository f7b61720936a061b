import type { Database } from '../../db/connect.ts'
import { findPeopleWithoutTerminal, type PeopleFilter, type PersonFacts, type Which } from '../../features/trees/queries.ts'
import type { Viewer } from '../../http/viewer.ts'
import type { LiveEntry } from './object-store.ts'
import { presentStateOf } from './present-state.ts'

type Person = LiveEntry<PersonFacts>
type Reading = { people: Promise<Person[] | undefined>; size: number }

/** Trees and counts leave people without a terminal out where they would be more than these. */
const most = 10_000
/** Limit of the people in memory, of all tenants together. */
const mostKept = 30_000

const nothing = { heard: { fixes: new Map(), readings: new Map() }, counts: { alarms: 0, warnings: 0 }, calibrations: [] }

/** Reads the people without a terminal of a tenant when they are first asked for, and keeps them until they change. */
export function createPeopleWithoutTerminal(db: Database, clock: () => number) {
  /** By tenant, in the order of reading. */
  const kept = new Map<number, Reading>()

  /** Whoever has no terminal is offline, whatever the time. */
  const entryOf = (one: PersonFacts): Person => ({
    ...one,
    ...presentStateOf(one, undefined, nothing, clock()),
  })

  async function read(tenantId: number) {
    const facts = await db.system((tx) => findPeopleWithoutTerminal(tx, tenantId, { departments: null }, most))
    return facts?.map(entryOf)
  }

  function all(tenantId: number) {
    const known = kept.get(tenantId)
    if (known) return known.people
    const reading: Reading = { people: read(tenantId), size: 0 }
    kept.set(tenantId, reading)
    reading.people.then(
      (people) => {
        reading.size = people?.length ?? 0
        forgetFirst()
      },
      () => kept.get(tenantId) === reading && kept.delete(tenantId),
    )
    return reading.people
  }

  function forgetFirst() {
    let total = [...kept.values()].reduce((sum, { size }) => sum + size, 0)
    for (const [tenantId, { size }] of kept) {
      if (total <= mostKept) return
      kept.delete(tenantId)
      total -= size
    }
  }

  return {
    /** By name: all whom `filter` leaves, and others too; nobody where those whom it leaves are too many. */
    async find(viewer: Viewer, filter: PeopleFilter): Promise<readonly Person[]> {
      const people = await all(viewer.tenantId)
      if (people) return people
      if (!filter.departments && filter.roleId === undefined && !filter.hasIntercom) return []
      const facts = await db.within(viewer, (tx) => findPeopleWithoutTerminal(tx, viewer.tenantId, filter, most))
      return facts?.map(entryOf) ?? []
    },
    /** To be called when any of these may have changed; a reading in progress is forgotten too. */
    forget({ objects, tenantIds }: Which) {
      for (const tenantId of objects?.keys() ?? tenantIds ?? [...kept.keys()]) kept.delete(tenantId)
    },
  }
}
