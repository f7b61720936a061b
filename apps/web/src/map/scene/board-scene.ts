import { Status } from '@huanwei/contract/live/codes'
import { type FilterSpecification, type GeoJSONSource, LngLatBounds, type MapLibreMap } from 'maplibre-gl'
import { coordinatesOf, toBaseMap } from '../base/coordinates.ts'
import { type Ground, openMap } from '../base/open-map.ts'
import { boundsOf } from '../shapes/shapes.ts'
import type { Scene } from './scene.ts'
import type { StateColours } from './state-colours.ts'
import { stillScene } from './still-scene.ts'

/** An object at its place, degrees WGS-84. */
export type BoardPoint = { key: string; lng: number; lat: number; status: Status }

const source = 'board-points'
const ringSource = 'board-ring'

/** A map that only shows: points by state, without a pointer or keys. Throws NoWebGl. */
export function openBoardScene(element: HTMLElement, ground: Ground, title: string, colours: StateColours, ink: string) {
  const coordinates = coordinatesOf(ground.base)
  const map = openMap(element, ground, title)
  for (const way of [
    map.scrollZoom,
    map.dragPan,
    map.dragRotate,
    map.doubleClickZoom,
    map.touchZoomRotate,
    map.keyboard,
    map.boxZoom,
  ])
    way.disable()
  map.on('error', () => element.setAttribute('data-base', 'missing'))
  const ready = new Promise<void>((done) => {
    map.once('style.load', () => {
      addPoints(map, colours)
      addRing(map, ink)
      done()
    })
  })
  fit()
  const observer = new ResizeObserver(fit)
  observer.observe(element)
  map.once('remove', () => observer.disconnect())

  function fit() {
    if (!ground.bounds || element.clientWidth === 0) return
    const [west, south, east, north] = ground.bounds
    const corners = boundsOf([toBaseMap(coordinates, [west, south]), toBaseMap(coordinates, [east, north])])
    if (corners) map.fitBounds(new LngLatBounds(corners), { padding: 24, maxZoom: 14, animate: false })
  }

  return {
    ...stillScene(map),
    show(points: readonly BoardPoint[]) {
      const features = points.map(({ lng, lat, status }) => ({
        type: 'Feature' as const,
        properties: { status },
        geometry: { type: 'Point' as const, coordinates: toBaseMap(coordinates, [lng, lat]) },
      }))
      void ready.then(() => map.getSource<GeoJSONSource>(source)?.setData({ type: 'FeatureCollection', features }))
    },
    /** Rings one place, or none. */
    ring(point: Pick<BoardPoint, 'lng' | 'lat'> | undefined) {
      const features = point
        ? [
            {
              type: 'Feature' as const,
              properties: {},
              geometry: { type: 'Point' as const, coordinates: toBaseMap(coordinates, [point.lng, point.lat]) },
            },
          ]
        : []
      void ready.then(() => map.getSource<GeoJSONSource>(ringSource)?.setData({ type: 'FeatureCollection', features }))
    },
  } satisfies Scene & Record<string, unknown>
}

/** A layer for each state: a glow and a core. */
function addPoints(map: MapLibreMap, colours: StateColours) {
  map.addSource(source, { type: 'geojson', data: { type: 'FeatureCollection', features: [] } })
  for (const [status, colour] of colours) {
    const isQuiet = status === Status.offline
    const filter: FilterSpecification = ['==', ['get', 'status'], status]
    if (!isQuiet)
      map.addLayer({
        id: `${source}-glow-${status}`,
        type: 'circle',
        source,
        filter,
        paint: { 'circle-radius': 13, 'circle-color': colour, 'circle-opacity': 0.3, 'circle-blur': 0.6 },
      })
    map.addLayer({
      id: `${source}-${status}`,
      type: 'circle',
      source,
      filter,
      paint: { 'circle-radius': isQuiet ? 3 : 5, 'circle-color': colour, 'circle-opacity': isQuiet ? 0.7 : 1 },
    })
  }
}

/** A ring around the place that the card tells of. */
function addRing(map: MapLibreMap, ink: string) {
  map.addSource(ringSource, { type: 'geojson', data: { type: 'FeatureCollection', features: [] } })
  map.addLayer({
    id: ringSource,
    type: 'circle',
    source: ringSource,
    paint: { 'circle-radius': 20, 'circle-opacity': 0, 'circle-stroke-color': ink, 'circle-stroke-width': 3 },
  })
}
