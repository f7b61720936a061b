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

/**
 * The positions of the live stores on the base map, kept up to date while it runs: `onUpdate` is called at most once a second,
 * not at all while the document is hidden, and once when it is seen again.
 */
export function createMovingMarkers(coordinates: Coordinates, onUpdate: () => void) {
  const kinds = Object.values(ObjectType).map((objectType) => createKind(objectType, coordinates))
  let stop: (() => void) | undefined
  let stopReading: (() => void) | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let updatedAt = Number.NEGATIVE_INFINITY

  const isBehind = () => kinds.some((kind) => kind.isBehind())

  function* readAll(): Generator<void> {
    for (const kind of kinds) yield* kind.read()
  }
  function update() {
    timer = undefined
    if (document.hidden) return
    stopReading = inSlices(readAll(), () => {
      stopReading = undefined
      updatedAt = performance.now()
      if (isBehind()) schedule()
      onUpdate()
    })
  }
  function schedule() {
    if (!stopReading) timer ??= setTimeout(update, Math.max(0, updatedAt + pauseMs - performance.now()))
  }
  function onSeen() {
    if (!document.hidden && isBehind()) schedule()
  }

  return {
    get: ({ objectType, id }: ObjectRef) =>
      kinds
        .find((kind) => kind.objectType === objectType)
        ?.markers()
        .get(id),
    *all(): Generator<Marker> {
      for (const kind of kinds) yield* kind.markers().values()
    },
    start() {
      if (stop) return
      const leave = kinds.map((kind) => kind.follow(schedule))
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

/** Markers of one kind, and which of its objects are to be read again: some, or all. */
function createKind(objectType: ObjectType, coordinates: Coordinates) {
  const store = liveObjects[objectType]
  const waiting = new Set<number>()
  let markers = new Map<number, Marker>()
  let isAll = true

  function put(into: Map<number, Marker>, id: number, object: LiveObject | undefined) {
    if (!object || object.lng === null || object.lat === null) {
      into.delete(id)
      return
    }
    const { x, y } = toUnitSquare(toBaseMap(coordinates, [object.lng, object.lat]))
    const { key, layer } = markers.get(id) ?? { key: keyOf({ objectType, id }), layer: layerOf[objectType] }
    into.set(id, { objectType, id, key, layer, x, y, direction: object.direction, status: object.status })
  }

  return {
    objectType,
    markers: (): ReadonlyMap<number, Marker> => markers,
    isBehind: () => isAll || waiting.size > 0,
    /** Reads all anew and then hears changes, until the returned function is called. */
    follow(onChange: () => void) {
      isAll = true
      return store.onChange((changed) => {
        if (changed === 'all') isAll = true
        else for (const id of changed) waiting.add(id)
        onChange()
      })
    },
    /** Pauses after each portion. Changes during a run are read as they are then, or wait for the next run. */
    *read(): Generator<void> {
      let done = 0
      if (isAll) {
        isAll = false
        waiting.clear()
        const all = new Map<number, Marker>()
        for (const object of store.all()) {
          put(all, object.id, object)
          if (++done % readAtOnce === 0) yield
        }
        markers = all
      }
      for (const id of waiting) {
        waiting.delete(id)
        put(markers, id, store.copy(id))
        if (++done % readAtOnce === 0) yield
      }
    },
  }
}

/** WGS-84 positions of the objects that have one and are shown. */
export function* positionsOf(isShown: (object: ObjectRef) => boolean): Generator<Position> {
  for (const objectType of Object.values(ObjectType))
    for (const { id, lng, lat } of liveObjects[objectType].all())
      if (lng !== null && lat !== null && isShown({ objectType, id })) yield [lng, lat]
}
