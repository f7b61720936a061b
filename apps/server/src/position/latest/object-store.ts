import { isDeepStrictEqual } from 'node:util'
import { Status } from '@huanwei/contract/live/codes'
import type { LiveObject } from '@huanwei/contract/live/messages'
import { movingFrom, type Situation, statusOf } from '@huanwei/contract/live/rules'
import { ObjectType } from '@huanwei/contract/objects'
import { readingKey } from '@huanwei/contract/readings/rules'
import type { Database, Tx } from '../../db/connect.ts'
import { findLastReadings } from '../../features/readings/queries.ts'
import { type Facts, findLastFixes } from '../../features/trees/queries.ts'
import type { Measurement, Update } from '../report.ts'

/** Bit 0 of the status word: ignition on. Source: spec 4, IV.4. */
const accOn = 1

export type Counts = { alarms: number; warnings: number }

/** Present state of an object; `json` is `live` as JSON, written once per change for all subscribers. */
type Standing = Counts & {
  live: LiveObject
  /** By its last fixes; see `position/judge/standing.ts`. */
  stands: boolean
  altitude: number | null
  mileage: number | null
  json: string
  /** Its fields in trees but for the status, as JSON that is written when first requested: all before `locationData`, and the beginning of that. */
  leaf: { head: Uint8Array; location: Uint8Array } | undefined
}
/** The current facts, position and state of an object. */
export type LiveEntry<F extends Facts = Facts> = F & Standing

/** An object that is no longer in a department: it was removed or went to another. */
export type Departure = { id: number; deptId: number }

/** `changed`: entries of a tenant, including new ones and those with a new department. `left`: the departments that objects have left. */
type Listener<F extends Facts> = (tenantId: number, changed: LiveEntry<F>[], left: Departure[]) => void

/** All objects of one kind: people, vehicles or facilities. */
export type ObjectStore<F extends Facts = Facts> = {
  /** The objects of a tenant by id. */
  of(tenantId: number): ReadonlyMap<number, LiveEntry<F>>
  /** A number that changes whenever a tree of the objects changes in more than statuses and positions. */
  revision(tenantId: number): number
  onChange(listener: Listener<F>): void
}

/** Violations in force by tenant and, within it, by object. */
export type ViolationCounts = ReadonlyMap<number, ReadonlyMap<string, Counts>>
export const objectKey = (objectType: ObjectType, id: number) => `${objectType}:${id}`
const nothingInForce: Counts = { alarms: 0, warnings: 0 }

type Parts<F extends Facts> = {
  db: Database
  find(tx: Tx, tenantIds?: readonly number[]): Promise<F[]>
  inForce(): ViolationCounts
  clock(): number
}

/** Holds the objects that `find` reads. `latest.ts` decides when to read again and passes reports on. */
export function createObjectStore<F extends Facts>({ db, find, inForce, clock }: Parts<F>) {
  const tenants = new Map<number, Map<number, LiveEntry<F>>>()
  const byDevice = new Map<number, LiveEntry<F>>()
  const listeners: Listener<F>[] = []
  const revisions = createRevisions()
  /** Reports of unknown terminals received while facts are being read: the new facts may include the terminal. */
  let early: Update[] | undefined

  const tell: Listener<F> = (tenantId, changed, left) => {
    if (changed.length || left.length) for (const listener of listeners) listener(tenantId, changed, left)
  }
  const countsOf = (one: Facts) => inForce().get(one.tenantId)?.get(objectKey(one.objectType, one.id)) ?? nothingInForce

  /** One read at a time: two would lose each other's early reports. */
  const read = oneAtATime(async (tenantIds?: readonly number[]) => {
    early = []
    try {
      await replaceFacts(tenantIds)
    } finally {
      const waiting = early
      early = undefined
      apply(waiting)
    }
  })

  async function replaceFacts(tenantIds?: readonly number[]) {
    const facts = await db.system((tx) => find(tx, tenantIds))
    const fresh = facts.flatMap(({ id, deviceId }) => (deviceId !== null && byDevice.get(deviceId)?.id !== id ? deviceId : []))
    const heard = await findLastHeard(db, fresh)
    const seen = new Map([...(tenantIds ?? tenants.keys())].map((tenantId) => [tenantId, new Map<number, LiveEntry<F>>()]))
    for (const [deviceId, { tenantId }] of byDevice) if (seen.has(tenantId)) byDevice.delete(deviceId)
    const changedFacts = new Set<number>()
    for (const one of facts) {
      const known = tenants.get(one.tenantId)?.get(one.id)
      const isKnown = known !== undefined && isSame(known, one)
      if (!isKnown) changedFacts.add(one.tenantId)
      const kept = known?.deviceId === one.deviceId ? known : undefined
      const standing = { ...lastHeardOf(one, kept, heard), ...countsOf(one), json: '', leaf: isKnown ? known.leaf : undefined }
      restate(standing, clock())
      const entry = { ...one, ...standing }
      seen.set(one.tenantId, (seen.get(one.tenantId) ?? new Map<number, LiveEntry<F>>()).set(one.id, entry))
      if (one.deviceId !== null) byDevice.set(one.deviceId, entry)
    }
    for (const [tenantId, entries] of seen) replaceTenant(tenantId, entries, changedFacts.has(tenantId))
  }

  function replaceTenant(tenantId: number, entries: Map<number, LiveEntry<F>>, hasChangedFacts: boolean) {
    const { changed, left } = difference(tenants.get(tenantId) ?? new Map<number, LiveEntry<F>>(), entries)
    tenants.set(tenantId, entries)
    if (left.length || hasChangedFacts) revisions.raise(tenantId)
    tell(tenantId, changed, left)
  }

  function apply(updates: Update[]) {
    const changed = new Map<number, Set<LiveEntry<F>>>()
    for (const update of updates) {
      const entry = byDevice.get(update.deviceId)
      if (!entry) early?.push(update)
      else {
        take(entry, update)
        if (restate(entry, clock())) changed.set(entry.tenantId, (changed.get(entry.tenantId) ?? new Set()).add(entry))
      }
    }
    for (const [tenantId, entries] of changed) tell(tenantId, [...entries], [])
  }

  /** Recomputes the entries for which `isDue` returns true. */
  function restateAll(isDue: (entry: LiveEntry<F>) => boolean) {
    for (const [tenantId, entries] of tenants)
      tell(
        tenantId,
        [...entries.values()].filter((entry) => isDue(entry) && restate(entry, clock())),
        [],
      )
  }

  return {
    of: (tenantId: number): ReadonlyMap<number, LiveEntry<F>> => tenants.get(tenantId) ?? new Map(),
    revision: revisions.of,
    onChange: (listener: Listener<F>) => void listeners.push(listener),
    /** Reloads the facts of these tenants, or all. */
    read,
    /** To be called when departments of a tenant, or of an unknown one, have changed. */
    revise: revisions.raise,
    /** Applies committed reports; ignores those of terminals bound to other kinds of objects. */
    apply,
    /** Takes objects without a recent report offline. */
    age: () => restateAll((entry) => statusOf(situationOf(entry), clock()) !== entry.live.status),
    /** Applies the current violations in force. */
    judge: () => restateAll((entry) => takeCounts(entry, countsOf(entry))),
  }
}

/** A revision number for each tenant, which changes with every `raise` for the tenant or for all. */
function createRevisions() {
  const ofTenants = new Map<number, number>()
  let common = 0
  return {
    of: (tenantId: number) => common + (ofTenants.get(tenantId) ?? 0),
    raise(tenantId: number | undefined) {
      if (tenantId === undefined) common++
      else ofTenants.set(tenantId, (ofTenants.get(tenantId) ?? 0) + 1)
    },
  }
}

/** Serialises the calls of `work`. */
function oneAtATime<Args extends unknown[]>(work: (...args: Args) => Promise<void>) {
  let last: Promise<unknown> = Promise.resolve()
  return (...args: Args): Promise<void> => {
    const next = last.then(() => work(...args))
    last = next.catch(() => undefined)
    return next
  }
}

/** New and changed entries of a tenant, those with a new department included, and the departments that objects have left. */
function difference<F extends Facts>(before: ReadonlyMap<number, LiveEntry<F>>, now: ReadonlyMap<number, LiveEntry<F>>) {
  const changed = [...now.values()].filter((entry) => {
    const was = before.get(entry.id)
    return was?.json !== entry.json || was.deptId !== entry.deptId
  })
  return { changed, left: [...before.values()].filter(({ id, deptId }) => now.get(id)?.deptId !== deptId) }
}

/** The last fixes and readings of these terminals. */
async function findLastHeard(db: Database, deviceIds: number[]) {
  const [fixes, readings] = await db.system(
    async (tx) => [await findLastFixes(tx, deviceIds), await findLastReadings(tx, deviceIds)] as const,
  )
  return { fixes: new Map(fixes.map((fix) => [fix.deviceId, fix])), readings: Map.groupBy(readings, ({ deviceId }) => deviceId) }
}

/** Last report of an object's terminal: `kept` when the object had this terminal before, else from the database. */
function lastHeardOf(
  one: Facts,
  kept: Standing | undefined,
  { fixes, readings }: Awaited<ReturnType<typeof findLastHeard>>,
): Pick<Standing, 'live' | 'stands' | 'altitude' | 'mileage'> {
  const fix = one.deviceId === null ? undefined : fixes.get(one.deviceId)
  const live = Object.assign(kept?.live ?? { ...unheard(one.id), ...fix?.live }, placeOf(one))
  if (!kept && one.deviceId !== null) measure(live, readings.get(one.deviceId))
  const stands = kept?.stands ?? live.speed < movingFrom
  return { live, stands, altitude: kept?.altitude ?? fix?.altitude ?? null, mileage: kept?.mileage ?? fix?.mileage ?? null }
}

/** Position of an object that does not move, whatever its terminal reports. */
const placeOf = (one: Facts) =>
  one.objectType === ObjectType.facility ? { lng: one.lng, lat: one.lat, speed: 0, direction: 0 } : undefined

/** True when two readings of an object have the same values. */
const isSame = (before: Facts, now: Facts) =>
  Object.entries(now).every(([key, value]) => {
    const was = Reflect.get(before, key)
    return value === was || (typeof value === 'object' && isDeepStrictEqual(value, was))
  })

const unheard = (id: number): LiveObject => ({
  id,
  status: Status.offline,
  lng: null,
  lat: null,
  speed: 0,
  direction: 0,
  acc: false,
  time: null,
  seenAt: null,
})

function take<F extends Facts>(entry: LiveEntry<F>, { seenAt, fix, readings }: Update) {
  const { live } = entry
  if (live.seenAt === null || seenAt > live.seenAt) live.seenAt = seenAt
  if (fix && (live.time === null || fix.time >= live.time)) {
    const { lng, lat, speed, direction, time } = fix
    Object.assign(live, { lng, lat, speed, direction, time, acc: (fix.status & accOn) !== 0 }, placeOf(entry))
    entry.stands = fix.stands ?? fix.speed < movingFrom
    entry.altitude = fix.altitude
    entry.mileage = fix.mileage
  }
  measure(live, readings)
}

function measure(live: LiveObject, readings: readonly Measurement[] = []) {
  for (const { metric, channel, value, time } of readings) {
    live.readings ??= {}
    const key = readingKey(metric, channel)
    const before = live.readings[key]
    if (!before || time >= before.time) live.readings[key] = { value, time }
  }
}

/** Applies the numbers of violations in force; false when they are unchanged. */
function takeCounts(entry: Standing, { alarms, warnings }: Counts) {
  if (alarms === entry.alarms && warnings === entry.warnings) return false
  Object.assign(entry, { alarms, warnings })
  return true
}

const situationOf = ({ live, stands, alarms, warnings }: Standing): Situation => ({
  stands: live.time === null ? undefined : stands,
  lastPacketAt: live.seenAt ?? undefined,
  alarms,
  warnings,
})

/** Recomputes status and text; true when something a viewer sees changed. */
function restate(entry: Standing, now: number): boolean {
  const { live } = entry
  live.status = statusOf(situationOf(entry), now)
  const json = JSON.stringify(live)
  if (json === entry.json) return false
  entry.json = json
  return true
}
