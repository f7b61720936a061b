import type { Changes } from '../db/changes.ts'
import type { Database } from '../db/connect.ts'
import {
  type DepartmentFacts,
  type FacilityFacts,
  findAllDepartments,
  findFacilityFacts,
  findInForce,
  findPersonFacts,
  findVehicleFacts,
  type PersonFacts,
  type VehicleFacts,
} from '../features/trees/queries.ts'
import { createKind, type InForce, type Kind, keyOf } from './kind.ts'
import type { Update } from './report.ts'
import { settled } from './settled.ts'

export type Latest = {
  /** Users who may log in. */
  people: Kind<PersonFacts>
  vehicles: Kind<VehicleFacts>
  /** Garbage cans are among them. */
  facilities: Kind<FacilityFacts>
  /** Departments of a tenant, by `sort`. */
  departments(tenantId: number): Promise<readonly DepartmentFacts[]>
  /** Takes committed reports in. */
  apply(updates: Update[]): void
  close(): void
}

const ageEveryMs = 5000

/** The state of every object, in memory; read from the database at the start, kept up by the ingest and by what the database says changed. */
export async function startLatest(db: Database, changes: Changes, clock: () => number = Date.now): Promise<Latest> {
  /** As last read. */
  let known: InForce = new Map()
  const common = { db, inForce: () => known, clock }
  const people = createKind({ ...common, find: findPersonFacts })
  const vehicles = createKind({ ...common, find: findVehicleFacts })
  const facilities = createKind({ ...common, find: findFacilityFacts })
  const kinds = [people, vehicles, facilities]

  async function readInForce() {
    const rows = await db.system(findInForce)
    known = new Map(rows.map(({ tenantId, objectType, objectId, ...counts }) => [keyOf(tenantId, objectType, objectId), counts]))
    for (const kind of kinds) kind.judge()
  }

  /** As last read, by tenant; with the news of a change all are forgotten, what is being read as well. */
  const departments = new Map<number, Promise<DepartmentFacts[]>>()
  changes.on(['sys_dept'], () => {
    departments.clear()
    for (const kind of kinds) kind.revise()
  })

  function departmentsOf(tenantId: number) {
    const cached = departments.get(tenantId)
    if (cached) return cached
    const reading = db.system((tx) => findAllDepartments(tx, tenantId))
    departments.set(tenantId, reading)
    reading.catch(() => departments.get(tenantId) === reading && departments.delete(tenantId))
    return reading
  }

  const turns = [
    { turn: settled(readInForce), tables: ['violation_event'] },
    { turn: settled(people.read), tables: ['sys_user', 'sys_user_role', 'sys_role', 'device', 'sys_dept'] },
    { turn: settled(vehicles.read), tables: ['vehicle', 'device', 'sys_dept'] },
    { turn: settled(facilities.read), tables: ['facility', 'device', 'sys_dept'] },
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
