import { Status } from '@huanwei/contract/live/codes'
import type { LiveVehicle } from '@huanwei/contract/live/messages'
import { type Situation, statusOf } from '@huanwei/contract/live/rules'
import type { Changes } from '../db/changes.ts'
import type { Database } from '../db/connect.ts'
import {
  type DepartmentFacts,
  findAllDepartments,
  findFacts,
  findInForce,
  findLastFixes,
  type VehicleFacts,
} from '../features/trees/queries.ts'
import type { Update } from './report.ts'
import { settled } from './settled.ts'

/** Bit 0 of the status word: ignition on. Source: spec 4, IV.4. */
const accOn = 1

/** One vehicle now: what it is, where it is, how it stands. `json` is `live` written once per change, for every subscriber. */
export type Entry = VehicleFacts & {
  live: LiveVehicle
  altitude: number | null
  mileage: number | null
  alarms: number
  warnings: number
  json: string
  /** What trees say of it but for its status, written when first asked for: all before `locationData`, and what that begins with. */
  leaf: { head: Uint8Array; location: Uint8Array } | undefined
}

export type Latest = {
  /** Vehicles of a tenant by id. */
  of(tenantId: number): ReadonlyMap<number, Entry>
  /** Departments of a tenant, by `sort`. */
  departments(tenantId: number): Promise<readonly DepartmentFacts[]>
  /** Takes committed reports in. */
  apply(updates: Update[]): void
  /** `changed` entries of a tenant; `moved` when vehicles came, went or changed department. */
  onChange(listener: (tenantId: number, changed: Entry[], moved: boolean) => void): void
  close(): void
}

const ageEveryMs = 5000

/** The state of every bound vehicle, in memory; read from the database at the start, kept up by the ingest and by what the database says changed. */
export async function startLatest(db: Database, changes: Changes, clock: () => number = Date.now): Promise<Latest> {
  const tenants = new Map<number, Map<number, Entry>>()
  const byDevice = new Map<number, Entry>()
  const listeners: ((tenantId: number, changed: Entry[], moved: boolean) => void)[] = []
  const tell = (tenantId: number, changed: Entry[], moved: boolean) => {
    if (changed.length || moved) for (const listener of listeners) listener(tenantId, changed, moved)
  }

  /** Violations in force by vehicle, as last read. */
  let inForce = new Map<string, Counts>()
  /** Reports of terminals that nobody knew while facts were being read: the terminal may be among what is read. */
  let early: Update[] | undefined

  async function readFacts() {
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
    const facts = await db.system(findFacts)
    const fresh = facts.filter((one) => one.deviceId !== null && byDevice.get(one.deviceId)?.id !== one.id)
    const fixes = new Map(
      (
        await db.system((tx) =>
          findLastFixes(
            tx,
            fresh.flatMap((one) => one.deviceId ?? []),
          ),
        )
      ).map((fix) => [fix.deviceId, fix]),
    )
    byDevice.clear()
    const seen = new Map<number, Map<number, Entry>>()
    for (const one of facts) {
      const known = tenants.get(one.tenantId)?.get(one.id)
      const fix = one.deviceId === null ? undefined : fixes.get(one.deviceId)
      const kept = known?.deviceId === one.deviceId ? known : undefined
      const entry: Entry = {
        ...one,
        altitude: kept?.altitude ?? fix?.altitude ?? null,
        mileage: kept?.mileage ?? fix?.mileage ?? null,
        ...(inForce.get(keyOf(one.tenantId, one.id)) ?? nothingInForce),
        live: kept?.live ?? { ...unheard(one.id), ...fix?.live },
        json: '',
        leaf: undefined,
      }
      restate(entry, clock())
      seen.set(one.tenantId, (seen.get(one.tenantId) ?? new Map<number, Entry>()).set(one.id, entry))
      if (one.deviceId !== null) byDevice.set(one.deviceId, entry)
    }
    for (const tenantId of tenants.keys()) if (!seen.has(tenantId)) seen.set(tenantId, new Map())
    for (const [tenantId, entries] of seen) {
      const before = tenants.get(tenantId) ?? new Map<number, Entry>()
      tenants.set(tenantId, entries)
      const changed = [...entries.values()].filter((entry) => before.get(entry.id)?.json !== entry.json)
      const moved =
        before.size !== entries.size || [...entries.values()].some((entry) => before.get(entry.id)?.deptId !== entry.deptId)
      tell(tenantId, changed, moved)
    }
  }

  async function readInForce() {
    const rows = await db.system(findInForce)
    inForce = new Map(rows.map(({ tenantId, objectId, alarms, warnings }) => [keyOf(tenantId, objectId), { alarms, warnings }]))
  }

  async function takeInForce() {
    await readInForce()
    for (const [tenantId, entries] of tenants) {
      const changed = [...entries.values()].filter((entry) => {
        const { alarms, warnings } = inForce.get(keyOf(tenantId, entry.id)) ?? nothingInForce
        if (alarms === entry.alarms && warnings === entry.warnings) return false
        entry.alarms = alarms
        entry.warnings = warnings
        return restate(entry, clock())
      })
      tell(tenantId, changed, false)
    }
  }

  function apply(updates: Update[]) {
    const changed = new Map<number, Set<Entry>>()
    for (const update of updates) {
      const { deviceId, seenAt, fix } = update
      const entry = byDevice.get(deviceId)
      if (!entry) {
        early?.push(update)
        continue
      }
      const { live } = entry
      if (live.seenAt === null || seenAt > live.seenAt) live.seenAt = seenAt
      if (fix && (live.time === null || fix.time >= live.time)) {
        const { lng, lat, speed, direction, time } = fix
        Object.assign(live, { lng, lat, speed, direction, time, acc: (fix.status & accOn) !== 0 })
        entry.altitude = fix.altitude
        entry.mileage = fix.mileage
      }
      if (restate(entry, clock())) changed.set(entry.tenantId, (changed.get(entry.tenantId) ?? new Set()).add(entry))
    }
    for (const [tenantId, entries] of changed) tell(tenantId, [...entries], false)
  }

  const ageing = setInterval(() => {
    for (const [tenantId, entries] of tenants)
      tell(
        tenantId,
        [...entries.values()].filter((entry) => hasAged(entry, clock()) && restate(entry, clock())),
        false,
      )
  }, ageEveryMs)

  /** As last read, by tenant; with the news of a change all are forgotten, what is being read as well. */
  const departments = new Map<number, Promise<DepartmentFacts[]>>()
  changes.on(['sys_dept'], () => departments.clear())

  function departmentsOf(tenantId: number) {
    const known = departments.get(tenantId)
    if (known) return known
    const reading = db.system((tx) => findAllDepartments(tx, tenantId))
    departments.set(tenantId, reading)
    reading.catch(() => departments.get(tenantId) === reading && departments.delete(tenantId))
    return reading
  }

  const factsTurn = settled(readFacts)
  const inForceTurn = settled(takeInForce)
  changes.on(['vehicle', 'device', 'sys_dept', 'sys_dict_item'], factsTurn.ask)
  changes.on(['violation_event'], inForceTurn.ask)
  await readInForce()
  await readFacts()

  return {
    of: (tenantId) => tenants.get(tenantId) ?? new Map(),
    departments: departmentsOf,
    apply,
    onChange: (listener) => {
      listeners.push(listener)
    },
    close: () => {
      clearInterval(ageing)
      factsTurn.stop()
      inForceTurn.stop()
    },
  }
}

const keyOf = (tenantId: number, id: number) => `${tenantId}:${id}`
type Counts = Pick<Entry, 'alarms' | 'warnings'>
const nothingInForce: Counts = { alarms: 0, warnings: 0 }

const unheard = (id: number): LiveVehicle => ({
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

const situationOf = ({ live, alarms, warnings }: Entry): Situation => ({
  speed: live.time === null ? undefined : live.speed,
  lastPacketAt: live.seenAt ?? undefined,
  alarms,
  warnings,
})

/** Whether time alone has changed the status. */
const hasAged = (entry: Entry, now: number) => statusOf(situationOf(entry), now) !== entry.live.status

/** Recomputes status and text; true when something a viewer sees changed. */
function restate(entry: Entry, now: number): boolean {
  const { live } = entry
  live.status = statusOf(situationOf(entry), now)
  const json = JSON.stringify(live)
  if (json === entry.json) return false
  entry.json = json
  return true
}
