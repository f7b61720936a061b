import { ObjectType } from '@huanwei/contract/objects'
import type { Changes, ChangeTable } from '../../db/changes.ts'
import type { Database } from '../../db/connect.ts'
import {
  type DepartmentFacts,
  type FacilityFacts,
  findAllDepartments,
  findFacilityFacts,
  findPersonFacts,
  findVehicleFacts,
  type PersonFacts,
  type VehicleFacts,
  type Which,
} from '../../features/trees/queries.ts'
import { objectsTouchedBy } from '../objects-touched.ts'
import { readTouched } from '../read-touched.ts'
import type { Update } from '../report.ts'
import { createCalibrations } from './calibrations.ts'
import { createInForce } from './in-force.ts'
import { createObjectStore, type ObjectStore } from './object-store.ts'
import { createPeopleWithoutTerminal } from './people-without-terminal.ts'

export type Latest = {
  /** Users who can log in and have a terminal. */
  people: ObjectStore<PersonFacts>
  /** Users who can log in and have none: see `people-without-terminal.ts`. */
  peopleWithoutTerminal: ReturnType<typeof createPeopleWithoutTerminal>['find']
  vehicles: ObjectStore<VehicleFacts>
  /** Facilities, garbage cans included. */
  facilities: ObjectStore<FacilityFacts>
  /** Departments of a tenant, by `sort`. */
  departments(tenantId: number): Promise<readonly DepartmentFacts[]>
  /** Applies committed reports. */
  apply(updates: Update[]): void
  /** When positions were applied last, epoch ms (0 before), and how long before that the newest of them was received, ms. */
  shown(): { shownAt: number; shownAfter: number }
  /** Committed reports were missed: reads soon what is stored. */
  catchUp(): void
  /** Resolves when nothing is read any more. */
  close(): Promise<void>
}

const ageEveryMs = 5000

type Parts = { db: Database; changes: Changes; log: { error(what: object, text: string): void }; clock?: () => number }

/** The state of everything that can report, in memory: read from the database at the start, then updated by the ingest and by the database's change events. */
export async function startLatest({ db, changes, log, clock = Date.now }: Parts): Promise<Latest> {
  const failed = (error: unknown) => log.error({ error }, 'the live state could not be read, and is tried again')
  const stores = createStores(db, clock)
  const { people, peopleWithoutTerminal, vehicles, facilities, calibrations, kinds } = stores
  const departments = createDepartments(db)
  changes.on(['sys_dept'], ({ tenantId }) => {
    departments.forget(tenantId)
    for (const { store } of kinds) store.revise(tenantId)
  })

  const followed = followChanges(changes, stores, failed)
  await calibrations.read()
  await Promise.all(
    kinds.map(async ({ store, counts }) => {
      await counts.read()
      await store.read()
    }),
  )
  const missed = readTouched({
    some: async () => undefined,
    whole: async () => {
      for (const { store } of kinds) await store.catchUp()
    },
    failed,
  })
  let shown = { shownAt: 0, shownAfter: 0 }
  const ageing = setInterval(() => {
    for (const { store } of kinds) store.age()
  }, ageEveryMs)

  return {
    people,
    peopleWithoutTerminal: peopleWithoutTerminal.find,
    vehicles,
    facilities,
    departments: departments.of,
    apply: (updates) => {
      for (const { store } of kinds) store.apply(updates)
      const received = updates.reduce((newest, { fix, seenAt }) => (fix ? Math.max(newest, seenAt) : newest), 0)
      if (received) shown = { shownAt: clock(), shownAfter: clock() - received }
    },
    shown: () => shown,
    catchUp: () => missed.ask({}),
    close: async () => {
      clearInterval(ageing)
      await Promise.all([missed, ...followed].map(({ stop }) => stop()))
    },
  }
}

/** The store of each kind of objects, and what their states depend on; nothing is read yet. */
function createStores(db: Database, clock: () => number) {
  const inForce = {
    people: createInForce(db, ObjectType.person),
    vehicles: createInForce(db, ObjectType.vehicle),
    facilities: createInForce(db, ObjectType.facility),
  }
  const people = createObjectStore({ db, find: findPersonFacts, inForce: inForce.people.of, clock })
  const peopleWithoutTerminal = createPeopleWithoutTerminal(db, clock)
  const vehicles = createObjectStore({ db, find: findVehicleFacts, inForce: inForce.vehicles.of, clock })
  const calibrations = createCalibrations(db)
  const facilities = createObjectStore({
    db,
    find: findFacilityFacts,
    inForce: inForce.facilities.of,
    calibrations: calibrations.of,
    clock,
  })
  const kinds = [
    { objectType: ObjectType.person, store: people, counts: inForce.people, read: readPeople },
    { objectType: ObjectType.vehicle, store: vehicles, counts: inForce.vehicles, read: vehicles.read },
    { objectType: ObjectType.facility, store: facilities, counts: inForce.facilities, read: facilities.read },
  ]

  /** Trees name people without a terminal too: they change with them, at the moment at which the live state changes. */
  async function readPeople(which: Which) {
    await people.read(which)
    peopleWithoutTerminal.forget(which)
    const { objects, tenantIds = [undefined] } = which
    if (!objects) for (const tenantId of tenantIds) people.revise(tenantId)
    for (const [tenantId, ids] of objects ?? []) if ([...ids].some((id) => !people.of(tenantId).has(id))) people.revise(tenantId)
  }

  return { people, peopleWithoutTerminal, vehicles, facilities, calibrations, kinds }
}

/** Keeps the stores in step with tables. */
function followChanges(
  changes: Changes,
  { kinds, calibrations, facilities }: ReturnType<typeof createStores>,
  failed: (error: unknown) => void,
) {
  const follow = (objectType: ObjectType, tables: ChangeTable[], read: (which: Which) => Promise<void>) =>
    followTables({ changes, objectType, tables, read, failed })
  const followed = kinds.flatMap(({ objectType, store, counts, read }) => [
    follow(objectType, ['violation_event'], async (which) => {
      await counts.read(which)
      store.judge(which)
    }),
    follow(objectType, factTables[objectType], read),
  ])
  followed.push(
    follow(ObjectType.facility, ['box_calibration'], async (which) => {
      await calibrations.read(which)
      facilities.recalibrate(which)
    }),
  )
  return followed
}

/** Departments as last read, by tenant; a change drops them, and a read in progress too. */
function createDepartments(db: Database) {
  const kept = new Map<number, Promise<DepartmentFacts[]>>()
  return {
    of(tenantId: number) {
      const known = kept.get(tenantId)
      if (known) return known
      const reading = db.system((tx) => findAllDepartments(tx, tenantId))
      kept.set(tenantId, reading)
      reading.catch(() => kept.get(tenantId) === reading && kept.delete(tenantId))
      return reading
    },
    forget(tenantId: number | undefined) {
      if (tenantId === undefined) kept.clear()
      else kept.delete(tenantId)
    },
  }
}

/** Tables with facts of objects. */
const factTables: Record<ObjectType, ChangeTable[]> = {
  [ObjectType.person]: ['sys_user', 'sys_user_role', 'sys_role', 'device', 'sys_dept'],
  [ObjectType.vehicle]: ['vehicle', 'device', 'sys_dept'],
  [ObjectType.facility]: ['facility', 'device', 'sys_dept'],
}

type Followed = {
  changes: Changes
  objectType: ObjectType
  tables: ChangeTable[]
  read(which: Which): Promise<void>
  failed(error: unknown): void
}

/** Keeps what `read` reads of a kind of objects in step with tables. */
function followTables({ changes, objectType, tables, read, failed }: Followed) {
  const reading = readTouched({
    some: (objects) => read({ objects }),
    whole: (tenantIds) => read({ tenantIds }),
    failed,
  })
  changes.on(tables, (change) => {
    const touched = objectsTouchedBy(change)
    if (touched && (touched.objectType ?? objectType) === objectType) reading.ask(touched)
  })
  return reading
}
