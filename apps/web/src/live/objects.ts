import { Status } from '@huanwei/contract/live/codes'
import type { LiveObject, ObjectMessage } from '@huanwei/contract/live/messages'
import { offlineAfterMs, type StatusCounts } from '@huanwei/contract/live/rules'
import { ObjectType } from '@huanwei/contract/objects'
import { inTurns } from '../lib/turns.ts'
import { type Changed, News } from './object-news.ts'
import { Table } from './object-table.ts'
import { type PackedObjects, packObjects, width } from './packed.ts'

/** `inTurns` as in lib/turns.ts. */
type Clock = { now(): number; schedule(run: () => void): void; inTurns(step: () => boolean): () => void }

/** Once per frame, but apart from the drawing of it. */
const afterFrame = (run: () => void) => void requestAnimationFrame(() => setTimeout(run))
const browser: Clock = { now: Date.now, schedule: afterFrame, inTurns }
/** Objects stored at a time: well within a frame on a slow machine. */
const portion = 2500

/**
 * Live state of every object of a kind in the viewer's scope, outside React: a patch of thousands costs a map write each and wakes only who
 * listens. Listeners hear once per animation frame, of some at a time. One not heard of for `offlineAfterMs` turns offline
 * by `age`. Source: spec 3, sections 8 and 13.
 */
export function createObjects({ now, schedule, inTurns }: Clock = browser) {
  const news = new News(schedule)
  const contents = createContents(news, wake)
  const trees = createTreeMark(now)
  const arrivals = createArrivals(inTurns)
  let version = 0
  let clockOffset = 0
  let counts: StatusCounts | undefined

  function wake() {
    version++
    counts = undefined
    news.tell()
  }

  return {
    ...contents.readers,
    /** Grows with every change. */
    version: () => version,
    /** The server's clock now, epoch ms, as far as the last message tells. */
    serverNow: () => now() + clockOffset,

    /** Takes a message in: a short one at once, a long one in portions, and none before those that came earlier. */
    apply(message: ObjectMessage | PackedObjects) {
      clockOffset = message.at - now()
      trees.mark(message)
      const packed = 'columns' in message ? message : packObjects(message)
      arrivals.take(packed.type === 'patch' ? contents.change(packed) : contents.replace(packed))
    },

    /** Turns offline what the server has not heard for 6 minutes. Call it only while data flows: silence of ours is not theirs. */
    age: () => contents.silence(now() + clockOffset - offlineAfterMs),

    clear() {
      arrivals.stop()
      trees.forget()
      contents.clear()
    },

    /** Hears that trees of the kind say something else than before. Returns the way out. */
    onTree: trees.onChange,
    /** Hears the changed ids, batched per animation frame. Returns the way out. */
    onChange: (listener: (changed: Changed) => void) => news.onChange(listener),
    /** Hears of one object only. For `useSyncExternalStore`. */
    onChangeOf: (id: number, listener: () => void) => news.onChangeOf(id, listener),

    /** Counts kept while patches come in; the same object until something changes. Equal to `countStatuses(all().map(locationOf))`. */
    counts(): StatusCounts {
      counts ??= contents.counts()
      return counts
    },
  }
}

/** The objects that are known. What changes is added to `news`, and `wake` is called after each portion. */
function createContents(news: News, wake: () => void) {
  let known = new Table()
  return {
    readers: {
      /** The same object until it changes, as long as not too many are asked for. */
      get: (id: number): LiveObject | undefined => known.get(id),
      /** Current state, for readers of many objects. */
      copy: (id: number): LiveObject | undefined => known.copy(id),
      status: (id: number): Status | undefined => known.status(id),
      all: (): Iterable<LiveObject> => known.all(),
      heard: (): Iterable<number> => known.heard(),
      size: () => known.size,
    },
    counts: () => countsOf(known),
    *change(packed: PackedObjects): Generator<void> {
      yield* patch(known, packed, (id) => news.add(id), wake)
    },
    /** Replaces what is known once the snapshot is there whole. */
    *replace(packed: PackedObjects): Generator<void> {
      const fresh = yield* tableOf(packed)
      news.addLater(idsOf(fresh, known))
      known = fresh
      wake()
    },
    /** Turns offline what was not heard after `limit`, epoch ms. */
    silence(limit: number) {
      const silent = known.silence(limit)
      for (const id of silent) news.add(id)
      if (silent.length) wake()
    },
    clear() {
      known = new Table()
      news.addAll()
      wake()
    },
  }
}

/** Puts a patch into `known`, pausing after each portion. */
function* patch(
  known: Table,
  { columns, gone, readings }: PackedObjects,
  onChanged: (id: number) => void,
  wake: () => void,
): Generator<void> {
  const size = columns.length / width
  if (!size && !gone.length) return
  for (const id of gone) {
    known.drop(id)
    onChanged(id)
  }
  for (let row = 0; row < size; row++) {
    if (row && row % portion === 0) {
      wake()
      yield
    }
    onChanged(known.put(columns, row, readings))
  }
  wake()
}

/** Table of a snapshot, made with a pause after each portion. */
function* tableOf({ columns, readings }: PackedObjects): Generator<void, Table> {
  const table = new Table(columns, readings)
  for (let row = 0; row < columns.length / width; row++) {
    if (row && row % portion === 0) yield
    table.add(row)
  }
  return table
}

/** All ids of `now`, and those of `before` that it has not. */
function* idsOf(now: Table, before: Table): Generator<number> {
  yield* now.ids()
  for (const id of before.ids()) if (!now.has(id)) yield id
}

/** Messages that are taken in one after the other: the first portion at once, others in turns. */
function createArrivals(inTurns: Clock['inTurns']) {
  let arrived: Iterator<void>[] = []
  let stopTaking: (() => void) | undefined

  /** Takes one portion of what arrived; true when nothing is left. */
  function takeOne() {
    if (arrived[0]?.next().done) arrived.shift()
    return !arrived.length
  }

  return {
    take(message: Iterator<void>) {
      arrived.push(message)
      if (arrived.length > 1 || takeOne()) return
      stopTaking = inTurns(takeOne)
    },
    stop() {
      stopTaking?.()
      arrived = []
    },
  }
}

/** Version of the trees that the server announced last, and who hears of another. */
function createTreeMark(now: () => number) {
  let tree: string | undefined
  const listeners = new Set<() => void>()
  /** Since when trees are shown, and may have been read, epoch ms of this browser. */
  let shownAt = 0
  return {
    mark({ epoch, tree: changedAt, at }: Pick<ObjectMessage, 'epoch' | 'tree' | 'at'>) {
      if (changedAt === undefined) return
      const before = tree
      tree = `${epoch} ${changedAt}`
      const isNews = before === undefined ? changedAt > at - (now() - shownAt) : before !== tree
      if (isNews) for (const listener of listeners) listener()
    },
    forget() {
      tree = undefined
    },
    onChange(listener: () => void) {
      if (!listeners.size) shownAt = now()
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

function countsOf(table: Table): StatusCounts {
  const offline = table.count(Status.offline)
  return {
    total: table.size,
    online: table.size - offline,
    stationary: table.count(Status.stationary),
    moving: table.count(Status.moving),
    alert: table.count(Status.alert) + table.count(Status.warning),
    offline,
  }
}

/** Location by the statistics rule: an offline object has none. Source: spec 1, section 4. */
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
