import { Status } from '@huanwei/contract/live/codes'
import type { LiveVehicle, VehicleMessage } from '@huanwei/contract/live/messages'
import { offlineAfterMs, type StatusCounts } from '@huanwei/contract/live/rules'

/** Ids that changed since the listener last heard, or everything (snapshot, log-out). */
export type Changed = number[] | 'all'
type Clock = { now(): number; schedule(run: () => void): void }

const browser: Clock = { now: Date.now, schedule: (run) => void requestAnimationFrame(run) }
/** A patch burst beyond this many ids is told as 'all'. */
const manyIds = 20_000

/**
 * Where every vehicle in the viewer's scope is now, outside React: a patch of thousands costs a map write each and wakes only who
 * listens. Listeners hear once per animation frame. A vehicle not heard of for `offlineAfterMs` turns offline by `age`.
 * Source: spec 3, sections 8 and 13.
 */
export function createVehicles({ now, schedule }: Clock = browser) {
  const known = new Map<number, LiveVehicle>()
  const perStatus = new Map<Status, number>()
  const listeners = new Set<(changed: Changed) => void>()
  const perId = new Map<number, Set<() => void>>()
  const changed = new Set<number>()
  let everything = false
  let scheduled = false
  let version = 0
  let clockOffset = 0
  let counts: StatusCounts | undefined

  const count = (status: Status, by: 1 | -1) => perStatus.set(status, (perStatus.get(status) ?? 0) + by)

  function put(vehicle: LiveVehicle) {
    const before = known.get(vehicle.id)
    if (before) count(before.status, -1)
    count(vehicle.status, 1)
    known.set(vehicle.id, vehicle)
  }

  function drop(id: number) {
    const before = known.get(id)
    if (!before) return
    count(before.status, -1)
    known.delete(id)
  }

  function flush() {
    scheduled = false
    const told: Changed = everything || changed.size > manyIds ? 'all' : [...changed]
    changed.clear()
    everything = false
    for (const listener of listeners) listener(told)
    if (told === 'all') for (const set of perId.values()) for (const listener of set) listener()
    else for (const id of told) for (const listener of perId.get(id) ?? []) listener()
  }

  function wake() {
    version++
    counts = undefined
    if (scheduled) return
    scheduled = true
    schedule(flush)
  }

  return {
    get: (id: number): LiveVehicle | undefined => known.get(id),
    all: (): Iterable<LiveVehicle> => known.values(),
    size: () => known.size,
    /** Grows with every change. */
    version: () => version,
    /** The server's clock now, epoch ms, as far as the last message tells. */
    serverNow: () => now() + clockOffset,

    apply(message: VehicleMessage) {
      clockOffset = message.at - now()
      if (message.type === 'snapshot') {
        known.clear()
        perStatus.clear()
        everything = true
      } else
        for (const id of message.gone) {
          drop(id)
          changed.add(id)
        }
      for (const vehicle of message.vehicles) {
        put(vehicle)
        if (!everything) changed.add(vehicle.id)
      }
      wake()
    },

    /** Turns offline what the server has not heard for 6 minutes. Call it only while data flows: silence of ours is not theirs. */
    age() {
      const limit = now() + clockOffset - offlineAfterMs
      const silent: LiveVehicle[] = []
      for (const vehicle of known.values())
        if (vehicle.status !== Status.offline && vehicle.seenAt !== null && vehicle.seenAt <= limit) silent.push(vehicle)
      for (const vehicle of silent) {
        put({ ...vehicle, status: Status.offline })
        changed.add(vehicle.id)
      }
      if (silent.length) wake()
    },

    clear() {
      known.clear()
      perStatus.clear()
      everything = true
      wake()
    },

    /** Hears the changed ids, batched per animation frame. Returns the way out. */
    onChange(listener: (changed: Changed) => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },

    /** Hears of one vehicle only. For `useSyncExternalStore`. */
    onChangeOf(id: number, listener: () => void) {
      const set = perId.get(id) ?? new Set()
      perId.set(id, set.add(listener))
      return () => {
        set.delete(listener)
        if (!set.size && perId.get(id) === set) perId.delete(id)
      }
    },

    /** Counts kept while patches come in; the same object until something changes. Equal to `countStatuses(all().map(locationOf))`. */
    counts(): StatusCounts {
      if (counts) return counts
      const of = (status: Status) => perStatus.get(status) ?? 0
      const offline = of(Status.offline)
      counts = {
        total: known.size,
        online: known.size - offline,
        stationary: of(Status.stationary),
        moving: of(Status.moving),
        alert: of(Status.alert) + of(Status.warning),
        offline,
      }
      return counts
    },
  }
}

/** What the statistics rule calls a location: an offline vehicle has none. Source: spec 1, section 4. */
export const locationOf = (vehicle: LiveVehicle) => (vehicle.status === Status.offline ? null : vehicle)

/** The one store of this tab. */
export const vehicles = createVehicles()
