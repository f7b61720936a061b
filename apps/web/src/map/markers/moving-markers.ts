import type { LiveObject } from '@huanwei/contract/live/messages'
import { ObjectType } from '@huanwei/contract/objects'
import { inSlices } from '../../lib/turns.ts'
import { layerOf } from '../../live/layers.ts'
import { keyOf, type ObjectRef } from '../../live/object-key.ts'
import { liveObjects } from '../../live/objects.ts'
import { type Coordinates, type Position, toBaseMap, toUnitSquare } from '../base/coordinates.ts'
import type { Marker } from './clusters.ts'

/** Objects read in one step. */
const readAtOnce = 256
/** At least this long between two redraws for new positions, ms. */
const pauseMs = 1000

/** The markers of one kind, and what is to be read again: some, or all. */
type Kind = { objectType: ObjectType; markers: Map<number, Marker>; waiting: Set<number>; isAll: boolean }

/**
 * The positions of the live stores on the base map, kept up to date while it runs: `onUpdate` is called at most once a second,
 * not at all while the document is hidden, and once when it is seen again.
 */
export function createMovingMarkers(coordinates: Coordinates, onUpdate: () => void) {
  const kinds = Object.values(ObjectType).map(
    (objectType): Kind => ({ objectType, markers: new Map(), waiting: new Set(), isAll: true }),
  )
  let stop: (() => void) | undefined
  let stopReading: (() => void) | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let updatedAt = Number.NEGATIVE_INFINITY

  function put({ objectType, markers }: Kind, into: Kind['markers'], id: number, object: LiveObject | undefined) {
    if (!object || object.lng === null || object.lat === null) {
      into.delete(id)
      return
    }
    const { x, y } = toUnitSquare(toBaseMap(coordinates, [object.lng, object.lat]))
    const { key, layer } = markers.get(id) ?? { key: keyOf({ objectType, id }), layer: layerOf[objectType] }
    into.set(id, { objectType, id, key, layer, x, y, direction: object.direction, status: object.status })
  }

  /** Changes during a run are read as they are then, or wait for the next run. */
  function* reading(): Generator<void> {
    let done = 0
    for (const kind of kinds) {
      const store = liveObjects[kind.objectType]
      if (kind.isAll) {
        kind.isAll = false
        kind.waiting.clear()
        const all: Kind['markers'] = new Map()
        for (const object of store.all()) {
          put(kind, all, object.id, object)
          if (++done % readAtOnce === 0) yield
        }
        kind.markers = all
      }
      for (const id of kind.waiting) {
        kind.waiting.delete(id)
        put(kind, kind.markers, id, store.copy(id))
        if (++done % readAtOnce === 0) yield
      }
    }
  }

  const isBehind = () => kinds.some(({ isAll, waiting }) => isAll || waiting.size)

  function update() {
    timer = undefined
    if (document.hidden) return
    stopReading = inSlices(reading(), () => {
      stopReading = undefined
      updatedAt = performance.now()
      if (isBehind()) schedule()
      onUpdate()
    })
  }

  function schedule() {
    if (!stopReading) timer ??= setTimeout(update, Math.max(0, updatedAt + pauseMs - performance.now()))
  }

  const onSeen = () => {
    if (!document.hidden && isBehind()) schedule()
  }

  const follow = (kind: Kind) =>
    liveObjects[kind.objectType].onChange((changed) => {
      if (changed === 'all') kind.isAll = true
      else for (const id of changed) kind.waiting.add(id)
      schedule()
    })

  return {
    get: ({ objectType, id }: ObjectRef) => kinds.find((kind) => kind.objectType === objectType)?.markers.get(id),
    *all(): Generator<Marker> {
      for (const { markers } of kinds) yield* markers.values()
    },
    start() {
      if (stop) return
      for (const kind of kinds) kind.isAll = true
      const leave = kinds.map(follow)
      document.addEventListener('visibilitychange', onSeen)
      stop = () => {
        for (const one of leave) one()
        document.removeEventListener('visibilitychange', onSeen)
      }
      update()
    },
    stop() {
      stop?.()
      stop = undefined
      stopReading?.()
      stopReading = undefined
      clearTimeout(timer)
      timer = undefined
    },
  }
}

/** WGS-84 positions of the objects that have one and are shown. */
export function* positionsOf(isShown: (object: ObjectRef) => boolean): Generator<Position> {
  for (const objectType of Object.values(ObjectType))
    for (const { id, lng, lat } of liveObjects[objectType].all())
      if (lng !== null && lat !== null && isShown({ objectType, id })) yield [lng, lat]
}
