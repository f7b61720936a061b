import { isDeepStrictEqual } from 'node:util'
import { Status } from '@huanwei/contract/live/codes'
import type { LiveObject } from '@huanwei/contract/live/messages'
import { type Situation, statusOf } from '@huanwei/contract/live/rules'
import { ObjectType } from '@huanwei/contract/objects'
import { readingKey } from '@huanwei/contract/readings/rules'
import type { Database, Tx } from '../db/connect.ts'
import { findLastReadings } from '../features/readings/queries.ts'
import { type Facts, findLastFixes } from '../features/trees/queries.ts'
import type { Measured, Update } from './report.ts'

/** Bit 0 of the status word: ignition on. Source: spec 4, IV.4. */
const accOn = 1

type Counts = { alarms: number; warnings: number }

/** How an object stands; `json` is `live` written once per change, for every subscriber. */
type Standing = Counts & {
  live: LiveObject
  altitude: number | null
  mileage: number | null
  json: string
  /** What trees say of it but for its status, written when first asked for: all before `locationData`, and what that begins with. */
  leaf: { head: Uint8Array; location: Uint8Array } | undefined
}
/** One object now: what it is, where it is, how it stands. */
export type Entry<F extends Facts = Facts> = F & Standing

/** `changed` entries of a tenant; `moved` when objects came, went or changed department. */
type Listener<F extends Facts> = (tenantId: number, changed: Entry<F>[], moved: boolean) => void

/** All objects of one kind: people, vehicles or facilities. */
export type Kind<F extends Facts = Facts> = {
  /** Those of a tenant by id. */
  of(tenantId: number): ReadonlyMap<number, Entry<F>>
  /** Another number whenever a tree of them would say something else than how they stand. */
  revision(tenantId: number): number
  onChange(listener: Listener<F>): void
}

/** Violations in force by tenant and object. */
export type InForce = ReadonlyMap<string, Counts>
export const keyOf = (tenantId: number, objectType: ObjectType, id: number) => `${tenantId}:${objectType}:${id}`
const nothingInForce: Counts = { alarms: 0, warnings: 0 }

type Parts<F extends Facts> = { db: Database; find(tx: Tx): Promise<F[]>; inForce(): InForce; clock(): number }

/** Holds the objects that `find` reads. `latest.ts` says when to read again and hands on what is reported. */
export function createKind<F extends Facts>({ db, find, inForce, clock }: Parts<F>) {
  const tenants = new Map<number, Map<number, Entry<F>>>()
  const byDevice = new Map<number, Entry<F>>()
  const listeners: Listener<F>[] = []
  /** How often facts changed, by tenant, and departments of whichever. */
  const revisions = new Map<number, number>()
  let common = 0
  /** Reports of terminals that nobody knew while facts were being read: the terminal may be among what is read. */
  let early: Update[] | undefined

  const tell: Listener<F> = (tenantId, changed, moved) => {
    if (changed.length || moved) for (const listener of listeners) listener(tenantId, changed, moved)
  }
  const countsOf = (one: Facts) => inForce().get(keyOf(one.tenantId, one.objectType, one.id)) ?? nothingInForce

  async function read() {
    early = []
    try {
      await replaceFacts()
    } finally {
      const waiting = early
      early = undefined
      apply(waiting)
    }
  }

  async function replaceFacts() {
    const facts = await db.system(find)
    const fresh = facts.flatMap(({ id, deviceId }) => (deviceId !== null && byDevice.get(deviceId)?.id !== id ? deviceId : []))
    const [lastFixes, lastReadings] = await db.system(
      async (tx) => [await findLastFixes(tx, fresh), await findLastReadings(tx, fresh)] as const,
    )
    const fixes = new Map(lastFixes.map((fix) => [fix.deviceId, fix]))
    const readings = Map.groupBy(lastReadings, ({ deviceId }) => deviceId)
    byDevice.clear()
    const seen = new Map<number, Map<number, Entry<F>>>()
    const changedFacts = new Set<number>()
    for (const one of facts) {
      const known = tenants.get(one.tenantId)?.get(one.id)
      const fix = one.deviceId === null ? undefined : fixes.get(one.deviceId)
      const kept = known?.deviceId === one.deviceId ? known : undefined
      const isKnown = known !== undefined && isSame(known, one)
      if (!isKnown) changedFacts.add(one.tenantId)
      const standing: Standing = {
        altitude: kept?.altitude ?? fix?.altitude ?? null,
        mileage: kept?.mileage ?? fix?.mileage ?? null,
        ...countsOf(one),
        live: Object.assign(kept?.live ?? { ...unheard(one.id), ...fix?.live }, placeOf(one)),
        json: '',
        leaf: isKnown ? known?.leaf : undefined,
      }
      if (!kept && one.deviceId !== null) measure(standing.live, readings.get(one.deviceId))
      restate(standing, clock())
      const entry = { ...one, ...standing }
      seen.set(one.tenantId, (seen.get(one.tenantId) ?? new Map<number, Entry<F>>()).set(one.id, entry))
      if (one.deviceId !== null) byDevice.set(one.deviceId, entry)
    }
    for (const tenantId of tenants.keys()) if (!seen.has(tenantId)) seen.set(tenantId, new Map())
    for (const [tenantId, entries] of seen) {
      const before = tenants.get(tenantId) ?? new Map<number, Entry<F>>()
      tenants.set(tenantId, entries)
      const changed = [...entries.values()].filter((entry) => before.get(entry.id)?.json !== entry.json)
      const moved =
        before.size !== entries.size || [...entries.values()].some((entry) => before.get(entry.id)?.deptId !== entry.deptId)
      if (moved || changedFacts.has(tenantId)) revisions.set(tenantId, (revisions.get(tenantId) ?? 0) + 1)
      tell(tenantId, changed, moved)
    }
  }

  function apply(updates: Update[]) {
    const changed = new Map<number, Set<Entry<F>>>()
    for (const update of updates) {
      const entry = byDevice.get(update.deviceId)
      if (!entry) early?.push(update)
      else {
        take(entry, update)
        if (restate(entry, clock())) changed.set(entry.tenantId, (changed.get(entry.tenantId) ?? new Set()).add(entry))
      }
    }
    for (const [tenantId, entries] of changed) tell(tenantId, [...entries], false)
  }

  /** Restates the entries for which `isDue` says so. */
  function restateAll(isDue: (entry: Entry<F>) => boolean) {
    for (const [tenantId, entries] of tenants)
      tell(
        tenantId,
        [...entries.values()].filter((entry) => isDue(entry) && restate(entry, clock())),
        false,
      )
  }

  return {
    of: (tenantId: number): ReadonlyMap<number, Entry<F>> => tenants.get(tenantId) ?? new Map(),
    revision: (tenantId: number) => common + (revisions.get(tenantId) ?? 0),
    onChange: (listener: Listener<F>) => void listeners.push(listener),
    /** Reads all facts anew. */
    read,
    /** Departments changed, of whichever tenant. */
    revise: () => void common++,
    /** Takes committed reports in; those of terminals that speak for other kinds are nothing to it. */
    apply,
    /** Lets time pass: who was not heard for long goes offline. */
    age: () => restateAll((entry) => statusOf(situationOf(entry), clock()) !== entry.live.status),
    /** Takes over what `inForce` says now. */
    judge: () =>
      restateAll((entry) => {
        const { alarms, warnings } = countsOf(entry)
        if (alarms === entry.alarms && warnings === entry.warnings) return false
        Object.assign(entry, { alarms, warnings })
        return true
      }),
  }
}

/** Where an object stands that does not move, whatever its terminal says. */
const placeOf = (one: Facts) =>
  one.objectType === ObjectType.facility ? { lng: one.lng, lat: one.lat, speed: 0, direction: 0 } : undefined

/** Whether two readings say the same of an object. */
const isSame = (before: Facts, now: Facts) =>
  Object.entries(now).every(([key, value]) => {
    const was = Reflect.get(before, key)
    return value === was || (typeof value === 'object' && isDeepStrictEqual(value, was))
  })

const unheard = (id: number): LiveObject => ({
  ...{ id, status: Status.offline, lng: null, lat: null, speed: 0, direction: 0, acc: false, time: null, seenAt: null },
})

function take<F extends Facts>(entry: Entry<F>, { seenAt, fix, readings }: Update) {
  const { live } = entry
  if (live.seenAt === null || seenAt > live.seenAt) live.seenAt = seenAt
  if (fix && (live.time === null || fix.time >= live.time)) {
    const { lng, lat, speed, direction, time } = fix
    Object.assign(live, { lng, lat, speed, direction, time, acc: (fix.status & accOn) !== 0 }, placeOf(entry))
    entry.altitude = fix.altitude
    entry.mileage = fix.mileage
  }
  measure(live, readings)
}

function measure(live: LiveObject, readings: readonly Measured[] = []) {
  for (const { metric, channel, value, time } of readings) {
    live.readings ??= {}
    const key = readingKey(metric, channel)
    const before = live.readings[key]
    if (!before || time >= before.time) live.readings[key] = { value, time }
  }
}

const situationOf = ({ live, alarms, warnings }: Standing): Situation => ({
  speed: live.time === null ? undefined : live.speed,
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
