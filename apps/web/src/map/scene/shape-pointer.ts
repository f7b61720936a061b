import type { MapLayerMouseEvent, MapLayerTouchEvent, MapLibreMap } from 'maplibre-gl'
import { type Coordinates, fromBaseMap, type Position } from '../base/coordinates.ts'
import { handleReach } from '../shapes/handle-layers.ts'
import { type Handle, handleDrawnAs } from '../shapes/shape-draft.ts'

/** Actions on a shape that is drawn; places are WGS-84. */
export type ShapeListener = {
  onPoint(place: Position): void
  /** Returns the handle that is held from now on. */
  onDrag(handle: Handle, to: Position): Handle
  /** A point is taken away. */
  onRemove(index: number): void
}

type Options = { coordinates: Coordinates; handles: () => readonly Handle[]; listener: () => ShapeListener | undefined }

/** A click on the map is a point; a handle is dragged, and taken away by the context menu of the pointer. */
export function followShapePointer(map: MapLibreMap, { coordinates, handles, listener }: Options) {
  let held: Handle | undefined

  const placeOf = ({ lngLat: { lng, lat } }: { lngLat: { lng: number; lat: number } }) => fromBaseMap(coordinates, [lng, lat])
  const handleOf = ({ features = [] }: MapLayerMouseEvent | MapLayerTouchEvent) => {
    const found = features.map(({ properties }) => handleDrawnAs(handles(), properties))
    return found.find((one) => one?.kind === 'point') ?? found[0]
  }
  const isOnHandle = (point: { x: number; y: number }) =>
    !!map.getLayer(handleReach) && map.queryRenderedFeatures([point.x, point.y], { layers: [handleReach] }).length > 0

  function hold(event: MapLayerMouseEvent | MapLayerTouchEvent) {
    held = handleOf(event)
    // The map stays where it is.
    event.preventDefault()
  }
  function drag(event: { lngLat: { lng: number; lat: number } }) {
    const current = listener()
    if (held && current) held = current.onDrag(held, placeOf(event))
  }
  function release() {
    held = undefined
  }

  map.on('mousedown', handleReach, (event) => event.originalEvent.button === 0 && hold(event))
  map.on('touchstart', handleReach, (event) => event.points.length === 1 && hold(event))
  for (const type of ['mousemove', 'touchmove'] as const) map.on(type, drag)
  for (const type of ['mouseup', 'touchend', 'touchcancel'] as const) map.on(type, release)
  map.on('contextmenu', handleReach, (event) => {
    const handle = handleOf(event)
    if (handle?.kind === 'point') listener()?.onRemove(handle.index)
  })
  map.on('click', (event) => {
    if (!isOnHandle(event.point)) listener()?.onPoint(placeOf(event))
  })
  map.on('mousemove', ({ point }) => {
    map.getCanvas().style.cursor = held ? 'grabbing' : isOnHandle(point) ? 'grab' : 'crosshair'
  })
  // Two quick clicks are two points.
  map.doubleClickZoom.disable()
}
