import type { LiveObject } from '@huanwei/contract/live/messages'
import { inSlices } from '../lib/turns.ts'
import { vehicles } from '../live/vehicles.ts'
import type { Marker } from './clusters.ts'
import { type Coordinates, type Position, toBaseMap, toUnitSquare } from './coordinates.ts'

/** So many vehicles are read in one step. */
const readAtOnce = 256
/** At least this long between two redraws for new positions, ms. */
const pauseMs = 1000

/**
 * The positions of the live store on the base map, kept up to date while it runs: `onUpdate` is called at most once a second,
 * not at all while the document is hidden, and once when it is seen again.
 */
export function createMovingMarkers(coordinates: Coordinates, onUpdate: () => void) {
  let markers = new Map<number, Marker>()
  const waiting = new Set<number>()
  let isAll = true
  let stop: (() => void) | undefined
  let stopReading: (() => void) | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let updatedAt = Number.NEGATIVE_INFINITY

  function put(into: typeof markers, id: number, vehicle: LiveObject | undefined) {
    if (!vehicle || vehicle.lng === null || vehicle.lat === null) {
      into.delete(id)
      return
    }
    const { x, y } = toUnitSquare(toBaseMap(coordinates, [vehicle.lng, vehicle.lat]))
    into.set(id, { id, x, y, direction: vehicle.direction, status: vehicle.status })
  }

  /** What changes while it runs is read as it is then, or waits for the next time. */
  function* reading(): Generator<void> {
    let done = 0
    if (isAll) {
      isAll = false
      waiting.clear()
      const all: typeof markers = new Map()
      for (const vehicle of vehicles.all()) {
        put(all, vehicle.id, vehicle)
        if (++done % readAtOnce === 0) yield
      }
      markers = all
    }
    for (const id of waiting) {
      waiting.delete(id)
      put(markers, id, vehicles.copy(id))
      if (++done % readAtOnce === 0) yield
    }
  }

  function update() {
    timer = undefined
    if (document.hidden) return
    stopReading = inSlices(reading(), () => {
      stopReading = undefined
      updatedAt = performance.now()
      if (isAll || waiting.size) schedule()
      onUpdate()
    })
  }

  function schedule() {
    if (!stopReading) timer ??= setTimeout(update, Math.max(0, updatedAt + pauseMs - performance.now()))
  }

  const onSeen = () => {
    if (!document.hidden && (isAll || waiting.size)) schedule()
  }

  return {
    get: (id: number): Marker | undefined => markers.get(id),
    all: (): Iterable<Marker> => markers.values(),
    start() {
      if (stop) return
      isAll = true
      const leave = vehicles.onChange((changed) => {
        if (changed === 'all') isAll = true
        else for (const id of changed) waiting.add(id)
        schedule()
      })
      document.addEventListener('visibilitychange', onSeen)
      stop = () => {
        leave()
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

/** WGS-84 positions of the vehicles that have one and pass `visible`. */
export function* positionsOf(visible: (id: number) => boolean): Generator<Position> {
  for (const { id, lng, lat } of vehicles.all()) if (lng !== null && lat !== null && visible(id)) yield [lng, lat]
}
