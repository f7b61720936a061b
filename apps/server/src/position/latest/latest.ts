import type { Changes, ChangeTable } from '../../db/changes.ts'
import type { Database } from '../../db/connect.ts'
import {
  countViolationsInForce,
  type DepartmentFacts,
  type FacilityFacts,
  findAllDepartments,
  findFacilityFacts,
  findPersonFacts,
  findVehicleFacts,
  type PersonFacts,
  type VehicleFacts,
} from '../../features/trees/queries.ts'
import type { Update } from '../report.ts'
import { debounce } from './debounce.ts'
import { type Counts, createObjectStore, type ObjectStore, objectKey } from './object-store.ts'

export type Latest = {
  /** Users who can log in. */
  people: ObjectStore<PersonFacts>
  vehicles: ObjectStore<VehicleFacts>
  /** Facilities, garbage cans included. */
  facilities: ObjectStore<FacilityFacts>
  /** Departments of a tenant, by `sort`. */
  departments(tenantId: number): Promise<readonly DepartmentFacts[]>
  /** Applies committed reports. */
  apply(updates: Update[]): void
  close(): void
}

const ageEveryMs = 5000

/** The state of every object in memory: read from the database at the start, then updated by the ingest and by the database's change events. */
export async function startLatest(db: Database, changes: Changes, clock: () => number = Date.now): Promise<Latest> {
  /** Violations in force, as last read. */
  const known = new Map<number, Map<string, Counts>>()
  const common = { db, inForce: () => known, clock }
  const people = createObjectStore({ ...common, find: findPersonFacts })
  const vehicles = createObjectStore({ ...common, find: findVehicleFacts })
  const facilities = createObjectStore({ ...common, find: findFacilityFacts })
  const kinds = [people, vehicles, facilities]

  async function readInForce(tenantIds?: readonly number[]) {
    const rows = await db.system((tx) => countViolationsInForce(tx, tenantIds))
    for (const tenantId of tenantIds ?? [...known.keys()]) known.delete(tenantId)
    for (const { tenantId, objectType, objectId, ...counts } of rows) {
      const ofTenant = known.get(tenantId) ?? new Map<string, Counts>()
      known.set(tenantId, ofTenant.set(objectKey(objectType, objectId), counts))
    }
    for (const kind of kinds) kind.judge()
  }

  /** Departments as last read, by tenant; a change drops them, and a read in progress too. */
  const departments = new Map<number, Promise<DepartmentFacts[]>>()
  changes.on(['sys_dept'], ({ tenantId }) => {
    if (tenantId === undefined) departments.clear()
    else departments.delete(tenantId)
    for (const kind of kinds) kind.revise(tenantId)
  })

  function departmentsOf(tenantId: number) {
    const cached = departments.get(tenantId)
    if (cached) return cached
    const reading = db.system((tx) => findAllDepartments(tx, tenantId))
    departments.set(tenantId, reading)
    reading.catch(() => departments.get(tenantId) === reading && departments.delete(tenantId))
    return reading
  }

  const turns: { turn: ReturnType<typeof debounce>; tables: ChangeTable[] }[] = [
    { turn: debounce(readInForce), tables: ['violation_event'] },
    { turn: debounce(people.read), tables: ['sys_user', 'sys_user_role', 'sys_role', 'device', 'sys_dept'] },
    { turn: debounce(vehicles.read), tables: ['vehicle', 'device', 'sys_dept'] },
    { turn: debounce(facilities.read), tables: ['facility', 'device', 'sys_dept'] },
  ]
  for (const { turn, tables } of turns) changes.on(tables, turn.ask)
  await readInForce()
  for (const kind of kinds) await kind.read()
  const ageing = setInterval(() => {
    for (const kind of kinds) kind.age()
  }, ageEveryMs)

  return {
    people,
    vehicles,
    facilities,
    departments: departmentsOf,
    apply: (updates) => {
      for (const kind of kinds) kind.apply(updates)
    },
    close: () => {
      clearInterval(ageing)
      for (const { turn } of turns) turn.stop()
    },
  }
}
