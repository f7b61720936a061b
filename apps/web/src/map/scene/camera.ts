import { LngLatBounds, type MapLibreMap } from 'maplibre-gl'
import { fromUnitSquare, type Position } from '../base/coordinates.ts'
import type { Cluster, Marker } from '../markers/clusters.ts'
import { boundsOf } from '../shapes/shapes.ts'

/** Least zoom of an object that is looked at. */
const closeUp = 15
/** Pixels that what is followed may go off the middle before the map moves after it. */
const slack = 8

/** Movements of the map to objects and places; positions are those of the base map. */
export const createCamera = (map: MapLibreMap) => ({
  lookAt({ x, y }: Marker) {
    map.easeTo({ center: fromUnitSquare(x, y), zoom: Math.max(map.getZoom(), closeUp), duration: 400 })
  },
  follow(marker: Marker) {
    if (map.isMoving()) return
    const place = fromUnitSquare(marker.x, marker.y)
    const { x, y } = map.project(place)
    const middle = map.project(map.getCenter())
    if (Math.hypot(x - middle.x, y - middle.y) > slack) map.easeTo({ center: place, duration: 300 })
  },
  /** Shows all objects of a cluster, and no less close than before. */
  open({ x0, y0, x1, y1 }: Pick<Cluster, 'x0' | 'y0' | 'x1' | 'y1'>) {
    this.fit([fromUnitSquare(x0, y0), fromUnitSquare(x1, y1)], Math.max(map.getZoom() + 1, 16))
  },
  fit(points: Iterable<Position>, maxZoom: number, { duration = 500 } = {}) {
    const bounds = boundsOf(points)
    if (bounds) map.fitBounds(new LngLatBounds(bounds), { padding: 56, maxZoom, duration })
  },
})
export type Camera = ReturnType<typeof createCamera>
