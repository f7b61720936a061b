import { isDeepStrictEqual } from 'node:util'
import { statusOf } from '@huanwei/contract/live/rules'
import { ObjectType } from '@huanwei/contract/objects'
import type { Database, Tx } from '../../db/connect.ts'
import type { Facts, Which } from '../../features/trees/queries.ts'
import { oneAtATime } from '../../lib/one-at-a-time.ts'
import type { Update } from '../report.ts'
import type { Calibration } from './calibrations.ts'
import type { Entries } from './entries.ts'
import type { Counts } from './in-force.ts'
import {
  findLastHeard,
  type Heard,
  type PresentState,
  presentStateOf,
  recalibrate,
  restate,
  situationOf,
  take,
  takeCounts,
} from './present-state.ts'
import { TenantEntries } from './tenant-entries.ts'

/** The current facts, position and state of an object. */
export type LiveEntry<F extends Facts = Facts> = F & PresentState

/** An object that is no longer in a department: it was removed or went to another. */
export type Departure = { id: number; deptId: number }

/** `changed`: entries of a tenant, including new ones and those with a new department. `left`: the departments that objects have left. */
type Listener<F extends Facts> = (tenantId: number, changed: LiveEntry<F>[], left: Departure[]) => void

type OfTenant<F extends Facts> = Pick<Entries<LiveEntry<F>>, 'size' | 'has' | 'get' | 'values'>

/** All objects of one kind: people, vehicles or facilities. */
export type ObjectStore<F extends Facts = Facts> = {
  /** The objects of a tenant, by name or plate. */
  of(tenantId: number): OfTenant<F>
  /** When trees of the objects changed last in more than statuses and positions, epoch ms; another number at each change. */
  revision(tenantId: number): number
  onChange(listener: Listener<F>): void
}

type Parts<F extends Facts> = {
  db: Database
  find(tx: Tx, which: Which): Promise<F[]>
  /** Violations in force of an object. */
  inForce(tenantId: number, id: number): Counts
  /** Calibrations of its readings, each before those that had begun earlier. */
  calibrations?(tenantId: number, id: number): readonly Calibration[]
  clock(): number
}

/** Holds the objects that `find` reads. `latest.ts` decides when to read again and passes reports on. */
export function createObjectStore<F extends Facts>({ db, find, inForce, calibrations = () => [], clock }: Parts<F>) {
  const entries = new TenantEntries<LiveEntry<F>>(compareInTrees)
  const listeners: Listener<F>[] = []
  const revisions = createRevisions(clock)
  const tell: Listener<F> = (tenantId, changed, left) => {
    if (changed.length || left.length) for (const listener of listeners) listener(tenantId, changed, left)
  }
  const restating = createRestating<F>({ entries, inForce, calibrations, clock, tell })

  /** Puts new entries in the place of those with these ids, or of all of a tenant. `facts`: of the objects that there are. */
  function replace(tenantId: number, ids: ReadonlySet<number> | undefined, facts: readonly F[], heard: Heard) {
    const ofTenant = entries.of(tenantId)
    let hasNewFacts = false
    const now = facts.map((one): LiveEntry<F> => {
      const known = ofTenant.get(one.id)
      const counts = inForce(tenantId, one.id)
      const state = presentStateOf(one, known, { heard, counts, calibrations: calibrations(tenantId, one.id) }, clock())
      if (known && isSame(known, one)) state.leaf = known.leaf
      else hasNewFacts = true
      return { ...one, ...state }
    })
    const { changed, left } = difference(entries.exchange(tenantId, ids, now), now)
    if (left.length || hasNewFacts) revisions.raise(tenantId)
    tell(tenantId, changed, left)
  }

  const reader = createFactReader({ db, find, entries, replace, apply: restating.apply })
  return {
    of: (tenantId: number): OfTenant<F> => entries.of(tenantId),
    revision: revisions.of,
    onChange: (listener: Listener<F>) => void listeners.push(listener),
    /** Reads the facts of these objects anew, or of all. */
    read: (which: Which = {}) => reader.read(which, false),
    /** Reads all anew, also what was last heard of each: reports were missed. */
    catchUp: () => reader.read({}, true),
    /** To be called when departments of a tenant, or of an unknown one, have changed. */
    revise: revisions.raise,
    /** Applies committed reports; ignores those of terminals bound to other kinds of objects. */
    apply: (updates: readonly Update[]) => restating.apply(updates, reader.keepEarly),
    /** Takes objects without a recent report offline. */
    age: restating.age,
    /** Applies the current violations in force of these objects, or of all. */
    judge: restating.judge,
    /** Applies the current calibrations of these objects, or of all. */
    recalibrate: restating.recalibrate,
  }
}

type ReaderParts<F extends Facts> = Pick<Parts<F>, 'db' | 'find'> & {
  entries: TenantEntries<LiveEntry<F>>
  replace(tenantId: number, ids: ReadonlySet<number> | undefined, facts: readonly F[], heard: Heard): void
  apply(updates: readonly Update[], unknown: (update: Update) => void): void
}

/** Reads facts and what was last heard of new objects. One read at a time: two would lose each other's early reports. */
function createFactReader<F extends Facts>({ db, find, entries, replace, apply }: ReaderParts<F>) {
  /** Reports of unknown terminals received while facts are being read: the new facts may include the terminal. */
  let early: Update[] | undefined

  async function readNow(which: Which, isMissed: boolean) {
    const facts = await db.system((tx) => find(tx, which))
    const fresh = facts.flatMap(({ id, deviceId }) =>
      deviceId !== null && (isMissed || entries.ofTerminal(deviceId)?.id !== id) ? deviceId : [],
    )
    const heard = await findLastHeard(db, fresh)
    const read = Map.groupBy(facts, ({ tenantId }) => tenantId)
    const { objects, tenantIds } = which
    for (const tenantId of objects?.keys() ?? tenantIds ?? new Set([...entries.tenantIds(), ...read.keys()]))
      replace(tenantId, objects?.get(tenantId), read.get(tenantId) ?? [], heard)
  }

  /** Keeps the report of an unknown terminal until the end of the read in progress. */
  const keepEarly = (update: Update) => void early?.push(update)

  return {
    keepEarly,
    /** `isMissed`: also what is known may be older than what is stored. */
    read: oneAtATime(async (which: Which, isMissed: boolean) => {
      early = []
      try {
        await readNow(which, isMissed)
      } finally {
        const waiting = early
        early = undefined
        apply(waiting, keepEarly)
      }
    }),
  }
}

type RestatingParts<F extends Facts> = Required<Pick<Parts<F>, 'inForce' | 'calibrations' | 'clock'>> & {
  entries: TenantEntries<LiveEntry<F>>
  tell: Listener<F>
}

/** Recomputes states of entries and tells which of them have changed. */
function createRestating<F extends Facts>({ entries, inForce, calibrations, clock, tell }: RestatingParts<F>) {
  /** Recomputes those of these entries for which `isDue` returns true. */
  function restateAmong(which: Which, isDue: (entry: LiveEntry<F>) => boolean) {
    for (const [tenantId, some] of entries.among(which)) {
      const changed = some.filter((entry) => isDue(entry) && restate(entry, clock()))
      tell(tenantId, changed, [])
    }
  }

  return {
    /** Passes reports of terminals that no entry has to `unknown`. */
    apply(updates: readonly Update[], unknown: (update: Update) => void) {
      const changed = new Map<number, Set<LiveEntry<F>>>()
      for (const update of updates) {
        const entry = entries.ofTerminal(update.deviceId)
        if (!entry) unknown(update)
        else {
          take(entry, update, calibrations(entry.tenantId, entry.id))
          if (restate(entry, clock())) changed.set(entry.tenantId, (changed.get(entry.tenantId) ?? new Set()).add(entry))
        }
      }
      for (const [tenantId, some] of changed) tell(tenantId, [...some], [])
    },
    age: () => restateAmong({}, (entry) => statusOf(situationOf(entry), clock()) !== entry.live.status),
    judge: (which: Which) => restateAmong(which, (entry) => takeCounts(entry, inForce(entry.tenantId, entry.id))),
    recalibrate: (which: Which) => restateAmong(which, (entry) => recalibrate(entry, calibrations(entry.tenantId, entry.id))),
  }
}

/** Order of objects in trees, as in the queries: by the code points of name or plate, as the bytes of UTF-8 are. */
export const compareInTrees = (a: Facts, b: Facts) =>
  Buffer.compare(Buffer.from(titleOf(a)), Buffer.from(titleOf(b))) || a.id - b.id
const titleOf = (one: Facts) => (one.objectType === ObjectType.vehicle ? one.plateNumber : one.name)

/** Time of the last `raise` for each tenant or for all, epoch ms, from the start on; no two are the same. */
function createRevisions(clock: () => number) {
  const ofTenants = new Map<number, number>()
  let last = clock()
  let common = last
  return {
    of: (tenantId: number) => Math.max(common, ofTenants.get(tenantId) ?? 0),
    raise(tenantId: number | undefined) {
      last = Math.max(clock(), last + 1)
      if (tenantId === undefined) common = last
      else ofTenants.set(tenantId, last)
    },
  }
}

/** New and changed entries, those with a new department included, and the departments that objects have left. */
function difference<F extends Facts>(before: readonly LiveEntry<F>[], now: readonly LiveEntry<F>[]) {
  const earlier = new Map(before.map((entry) => [entry.id, entry]))
  const later = new Map(now.map((entry) => [entry.id, entry]))
  const changed = now.filter((entry) => {
    const was = earlier.get(entry.id)
    return was?.json !== entry.json || was.deptId !== entry.deptId
  })
  return { changed, left: before.filter(({ id, deptId }) => later.get(id)?.deptId !== deptId) }
}

/** True when two readings of an object have the same values. */
const isSame = (before: Facts, now: Facts) =>
  Object.entries(now).every(([key, value]) => {
    const was = Reflect.get(before, key)
    return value === was || (typeof value === 'object' && isDeepStrictEqual(value, was))
  })
