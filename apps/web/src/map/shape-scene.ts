import { type GeoJSONSource, LngLatBounds, type MapLayerMouseEvent, type MapLayerTouchEvent } from 'maplibre-gl'
import { createAreaLayers } from './area-layers.ts'
import { coordinatesOf, fromBaseMap, type Position, toBaseMap } from './coordinates.ts'
import { type Ground, openMap } from './open-map.ts'
import { accent } from './palette.ts'
import type { Scene } from './scene.ts'
import { type Draft, type Handle, handlesOf, shapeOf } from './shape-draft.ts'
import { boundsOf, outlineOf } from './shapes.ts'

export type ShapeListener = {
  onPoint(place: Position): void
  /** Returns the handle that is held from now on. */
  onDrag(handle: Handle, to: Position): Handle
  /** A point is taken away. */
  onRemove(index: number): void
}

/** What a finger or a pointer hits lies wider around a handle than what is seen of it. */
const reach = 'handle-reach'

/** A map that a shape is drawn on, point by point, WGS-84. Throws NoWebGl. */
export function openShapeScene(element: HTMLElement, ground: Ground, title: string) {
  const coordinates = coordinatesOf(ground.base)
  const map = openMap(element, ground, title)
  map.on('error', () => element.setAttribute('data-base', 'missing'))
  let listener: ShapeListener | undefined
  let handles: Handle[] = []
  let held: Handle | undefined
  let isPlaced = false

  const ready = new Promise<ReturnType<typeof createAreaLayers>>((done) => {
    map.once('style.load', () => {
      const areas = createAreaLayers(map, coordinates, ground.land)
      map.addSource('handles', { type: 'geojson', data: { type: 'FeatureCollection', features: [] } })
      map.addLayer({
        ...{ id: 'handle-line', type: 'line', source: 'handles', filter: ['==', ['geometry-type'], 'LineString'] },
        paint: { 'line-color': accent, 'line-width': 2, 'line-dasharray': [2, 2] },
      })
      const isHandle: ['==', ['geometry-type'], 'Point'] = ['==', ['geometry-type'], 'Point']
      map.addLayer({
        id: reach,
        type: 'circle',
        source: 'handles',
        filter: isHandle,
        paint: { 'circle-radius': 14, 'circle-opacity': 0 },
      })
      map.addLayer({
        ...{ id: 'handles', type: 'circle', source: 'handles', filter: isHandle },
        paint: {
          'circle-radius': ['match', ['get', 'kind'], 'bend', 4, 6],
          'circle-color': ['match', ['get', 'kind'], 'bend', '#ffffff', accent],
          'circle-stroke-color': ['match', ['get', 'kind'], 'bend', accent, '#ffffff'],
          'circle-stroke-width': 2,
        },
      })
      done(areas)
    })
  })

  const placeOf = ({ lngLat: { lng, lat } }: { lngLat: { lng: number; lat: number } }) => fromBaseMap(coordinates, [lng, lat])
  const handleOf = ({ features = [] }: MapLayerMouseEvent | MapLayerTouchEvent) => {
    const found = features.map(({ properties }) => handles[properties.number])
    return found.find((one) => one?.kind === 'point') ?? found[0]
  }
  const isOnHandle = (point: { x: number; y: number }) =>
    !!map.getLayer(reach) && map.queryRenderedFeatures([point.x, point.y], { layers: [reach] }).length > 0

  function hold(event: MapLayerMouseEvent | MapLayerTouchEvent) {
    held = handleOf(event)
    // The map stays where it is.
    event.preventDefault()
  }
  function drag(event: { lngLat: { lng: number; lat: number } }) {
    if (held && listener) held = listener.onDrag(held, placeOf(event))
  }
  const release = () => {
    held = undefined
  }
  map.on('mousedown', reach, (event) => event.originalEvent.button === 0 && hold(event))
  map.on('touchstart', reach, (event) => event.points.length === 1 && hold(event))
  for (const type of ['mousemove', 'touchmove'] as const) map.on(type, drag)
  for (const type of ['mouseup', 'touchend', 'touchcancel'] as const) map.on(type, release)
  map.on('contextmenu', reach, (event) => {
    const handle = handleOf(event)
    if (handle?.kind === 'point') listener?.onRemove(handle.index)
  })
  map.on('click', (event) => {
    if (!isOnHandle(event.point)) listener?.onPoint(placeOf(event))
  })
  map.on('mousemove', ({ point }) => {
    map.getCanvas().style.cursor = held ? 'grabbing' : isOnHandle(point) ? 'grab' : 'crosshair'
  })
  // Two quick clicks are two points.
  map.doubleClickZoom.disable()

  /** Shows what is drawn when the map opens, and goes after it when nothing of it is in sight any more. */
  function follow(outline: readonly Position[]) {
    const bounds = boundsOf(outline.map((point) => toBaseMap(coordinates, point)))
    if (!bounds) return
    const seen = map.getBounds()
    const [west, south, east, north] = bounds
    const isSeen = west < seen.getEast() && east > seen.getWest() && south < seen.getNorth() && north > seen.getSouth()
    if (isPlaced && isSeen) return
    map.fitBounds(new LngLatBounds(bounds), { padding: 40, maxZoom: 16, animate: false })
  }

  return {
    /** Who hears of what is done on the map, one at a time. Returns what ends it. */
    listen(next: ShapeListener) {
      listener = next
      return () => {
        listener = undefined
      }
    },
    /** Adds what is in the middle, for who has no pointer. */
    takeMiddle() {
      const { lng, lat } = map.getCenter()
      listener?.onPoint(fromBaseMap(coordinates, [lng, lat]))
    },
    show(draft: Draft) {
      const shape = shapeOf(draft)
      follow(shape ? outlineOf(shape) : draft.points)
      isPlaced = true
      handles = handlesOf(draft)
      void ready.then((areas) => {
        areas.setAreas(shape ? [{ name: '', shape }] : [])
        const shown = (point: Position) => toBaseMap(coordinates, point)
        map.getSource<GeoJSONSource>('handles')?.setData({
          type: 'FeatureCollection',
          features: [
            {
              ...{ type: 'Feature', properties: {} },
              geometry: { type: 'LineString', coordinates: draft.tool === 'rectangle' ? [] : draft.points.map(shown) },
            },
            ...handles.map(({ at, kind }, number) => ({
              ...{ type: 'Feature' as const, properties: { kind, number } },
              geometry: { type: 'Point' as const, coordinates: shown(at) },
            })),
          ],
        })
      })
    },
    pause: () => void map.stop(),
    resume: () => undefined,
    remove: () => map.remove(),
  } satisfies Scene & Record<string, unknown>
}
