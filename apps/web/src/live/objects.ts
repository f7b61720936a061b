import { Status } from '@huanwei/contract/live/codes'
import type { LiveObject, ObjectMessage } from '@huanwei/contract/live/messages'
import { offlineAfterMs, type StatusCounts } from '@huanwei/contract/live/rules'
import { ObjectType } from '@huanwei/contract/objects'
import { inTurns } from '../lib/turns.ts'
import { createTable, type Table } from './object-table.ts'
import { type PackedObjects, packObjects, width } from './packed.ts'

/** Ids that changed since the listener last heard, or everything (log-out). */
export type Changed = number[] | 'all'
/** `inTurns` as in lib/turns.ts. */
type Clock = { now(): number; schedule(run: () => void): void; inTurns(step: () => boolean): () => void }

/** Once per frame, but apart from the drawing of it. */
const afterFrame = (run: () => void) => void requestAnimationFrame(() => setTimeout(run))
const browser: Clock = { now: Date.now, schedule: afterFrame, inTurns }
/** So many objects are taken in, and so many ids told, at a time: a slow machine does it well within a frame. */
const portion = 2500
const toldAtOnce = 1000

/**
 * Where every object of a kind in the viewer's scope is now, outside React: a patch of thousands costs a map write each and wakes only who
 * listens. Listeners hear once per animation frame, of some at a time. One not heard of for `offlineAfterMs` turns offline
 * by `age`. Source: spec 3, sections 8 and 13.
 */
export function createObjects({ now, schedule, inTurns }: Clock = browser) {
  let known = createTable()
  const listeners = new Set<(changed: Changed) => void>()
  const perId = new Map<number, Set<() => void>>()
  /** What is to be told: ids that changed, and after a snapshot all there are and were. */
  const changed = new Set<number>()
  let rest: Iterator<number> | undefined
  let everything = false
  let scheduled = false
  let version = 0
  let clockOffset = 0
  let counts: StatusCounts | undefined
  /** Which state of the trees the server told of last. */
  let tree: string | undefined
  const treeListeners = new Set<() => void>()
  /** Messages that are being taken in, in their order. */
  let arrived: Iterator<void>[] = []
  let stopTaking: (() => void) | undefined

  /** The next ids to tell. */
  function nextIds(): number[] {
    const ids: number[] = []
    for (const id of changed) {
      if (ids.length >= toldAtOnce) return ids
      ids.push(id)
      changed.delete(id)
    }
    while (rest && ids.length < toldAtOnce) {
      const next = rest.next()
      if (next.done) rest = undefined
      else ids.push(next.value)
    }
    return ids
  }

  function flush() {
    scheduled = false
    const told: Changed = everything ? 'all' : nextIds()
    everything = false
    for (const listener of listeners) listener(told)
    if (told === 'all') for (const set of perId.values()) for (const listener of set) listener()
    else for (const id of told) for (const listener of perId.get(id) ?? []) listener()
    if (changed.size || rest) tell()
  }

  function tell() {
    if (scheduled) return
    scheduled = true
    schedule(flush)
  }

  function wake() {
    version++
    counts = undefined
    tell()
  }

  /** Takes a message in, pausing after each portion. A snapshot counts once it is there whole. */
  function* taking({ type, columns, gone, readings }: PackedObjects): Generator<void> {
    const size = columns.length / width
    if (type === 'patch') {
      if (!size && !gone.length) return
      for (const id of gone) {
        known.drop(id)
        changed.add(id)
      }
      for (let row = 0; row < size; row++) {
        if (row && row % portion === 0) {
          wake()
          yield
        }
        changed.add(known.put(columns, row, readings))
      }
      return wake()
    }
    const fresh = createTable(columns, readings)
    for (let row = 0; row < size; row++) {
      if (row && row % portion === 0) yield
      fresh.add(row)
    }
    rest = idsOf(fresh, known, rest)
    known = fresh
    wake()
  }

  function markTree({ epoch, tree: revision }: Pick<ObjectMessage, 'epoch' | 'tree'>) {
    if (revision === undefined) return
    const before = tree
    tree = `${epoch} ${revision}`
    if (before !== undefined && before !== tree) for (const listener of treeListeners) listener()
  }

  /** One portion of what arrived; true when nothing is left. */
  function take() {
    if (arrived[0]?.next().done) arrived.shift()
    return !arrived.length
  }

  return {
    /** The same object until it changes, as long as not too many are asked for. */
    get: (id: number): LiveObject | undefined => known.get(id),
    /** As it is now; for those who look at many. */
    copy: (id: number): LiveObject | undefined => known.copy(id),
    status: (id: number): Status | undefined => known.status(id),
    all: (): Iterable<LiveObject> => known.all(),
    heard: (): Iterable<number> => known.heard(),
    size: () => known.size(),
    /** Grows with every change. */
    version: () => version,
    /** The server's clock now, epoch ms, as far as the last message tells. */
    serverNow: () => now() + clockOffset,

    /** Takes a message in: a short one at once, a long one in portions, and none before those that came earlier. */
    apply(message: ObjectMessage | PackedObjects) {
      clockOffset = message.at - now()
      markTree(message)
      arrived.push(taking('columns' in message ? message : packObjects(message)))
      if (arrived.length > 1 || take()) return
      stopTaking = inTurns(take)
    },

    /** Turns offline what the server has not heard for 6 minutes. Call it only while data flows: silence of ours is not theirs. */
    age() {
      const silent = known.silence(now() + clockOffset - offlineAfterMs)
      for (const id of silent) changed.add(id)
      if (silent.length) wake()
    },

    clear() {
      stopTaking?.()
      arrived = []
      known = createTable()
      changed.clear()
      rest = undefined
      everything = true
      tree = undefined
      wake()
    },

    /** Hears that trees of the kind say something else than before. Returns the way out. */
    onTree(listener: () => void) {
      treeListeners.add(listener)
      return () => void treeListeners.delete(listener)
    },

    /** Hears the changed ids, batched per animation frame. Returns the way out. */
    onChange(listener: (changed: Changed) => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },

    /** Hears of one object only. For `useSyncExternalStore`. */
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
      const { count } = known
      const offline = count(Status.offline)
      counts = {
        total: known.size(),
        online: known.size() - offline,
        stationary: count(Status.stationary),
        moving: count(Status.moving),
        alert: count(Status.alert) + count(Status.warning),
        offline,
      }
      return counts
    },
  }
}

/** All ids of `now`, those of `before` that it has not, and what was left to tell. */
function* idsOf(now: Table, before: Table, left: Iterator<number> | undefined) {
  yield* now.ids()
  for (const id of before.ids()) if (!now.has(id)) yield id
  if (left) yield* Iterator.from(left)
}

/** What the statistics rule calls a location: who is offline has none. Source: spec 1, section 4. */
export const locationOf = (object: LiveObject) => (object.status === Status.offline ? null : object)

export type Objects = ReturnType<typeof createObjects>

/** The one store of each kind in this browser tab. */
export const liveObjects: Record<ObjectType, Objects> = {
  [ObjectType.person]: createObjects(),
  [ObjectType.vehicle]: createObjects(),
  [ObjectType.facility]: createObjects(),
}
/** The server's clock now, epoch ms, as far as the last message tells. */
export const serverNow = () => liveObjects[ObjectType.vehicle].serverNow()
