import type { MapKind } from '@huanwei/contract/boards/codes'
import type { Status } from '@huanwei/contract/live/codes'
import { type GeoJSONSource, LngLatBounds, type MapLibreMap, type MapSourceDataEvent } from 'maplibre-gl'
import { coordinatesOf, toBaseMap } from '../base/coordinates.ts'
import { type Ground, openMap } from '../base/open-map.ts'
import { boundsOf } from '../shapes/shapes.ts'
import {
  addHeat,
  addPointSource,
  addPoints,
  addRing,
  createStateAreas,
  createTracks,
  pointSource,
  ringSource,
  type StateArea,
} from './board-layers.ts'
import type { Scene } from './scene.ts'
import type { StateColours } from './state-colours.ts'
import { stillScene } from './still-scene.ts'

/** An object at its place, degrees WGS-84. */
export type BoardPoint = { key: string; lng: number; lat: number; status: Status }

/** Distance from a point at which a click means it, px. */
const reach = 8

type Look = {
  /** Its name for screen readers. */
  title: string
  drawing: MapKind
  colours: StateColours
  /** Of the ring. */
  ink: string
}

/** A map that only shows, without keys: points by state or where many are, or areas; the pointer opens points where somebody takes them. Throws NoWebGl. */
export function openBoardScene(element: HTMLElement, ground: Ground, { title, drawing, colours, ink }: Look) {
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
  // Its keys are those of the list of points above it.
  map.getCanvas().tabIndex = -1
  map.on('error', () => element.setAttribute('data-base', 'missing'))
  let noteTracks: ReturnType<typeof createTracks> | undefined
  let putAreas: ReturnType<typeof createStateAreas> | undefined
  const ready = new Promise<void>((done) => {
    map.once('style.load', () => {
      addPointSource(map)
      if (drawing === 'areas') putAreas = createStateAreas(map, colours, ground.land, coordinates)
      if (drawing === 'tracks') noteTracks = createTracks(map, colours, coordinates)
      if (drawing === 'heat') addHeat(map, colours)
      else addPoints(map, colours)
      addRing(map, ink)
      done()
    })
  })
  let open: ((key: string) => void) | undefined
  map.on('click', ({ point }) => {
    const key = open && keyAt(map, colours, point)
    if (key !== undefined) open?.(key)
  })
  map.on('mousemove', ({ point }) => {
    map.getCanvas().style.cursor = open && keyAt(map, colours, point) !== undefined ? 'pointer' : ''
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

  // The worker of maps reads the points: without it, as when it was fetched while the server was away, nothing is drawn but the ground.
  let isDrawn = false
  map.on('sourcedata', function note({ sourceId, isSourceLoaded }: MapSourceDataEvent) {
    if (sourceId !== pointSource || !isSourceLoaded) return
    isDrawn = true
    element.setAttribute('data-drawn', '')
    map.off('sourcedata', note)
  })

  return {
    ...stillScene(map),
    /** False until points were drawn for the first time, also where there are none. */
    isDrawn: () => isDrawn,
    /** Hands over the key of each point that is clicked; undefined: clicks mean nothing. */
    setOnOpen(onOpen: ((key: string) => void) | undefined) {
      open = onOpen
    },
    show(points: readonly BoardPoint[]) {
      const features = points.map(({ key, lng, lat, status }) => ({
        type: 'Feature' as const,
        properties: { key, status },
        geometry: { type: 'Point' as const, coordinates: toBaseMap(coordinates, [lng, lat]) },
      }))
      void ready.then(() => {
        map.getSource<GeoJSONSource>(pointSource)?.setData({ type: 'FeatureCollection', features })
        noteTracks?.(points)
      })
    },
    showAreas: (areas: readonly StateArea[]) => void ready.then(() => putAreas?.(areas)),
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

/** Key of the point at a place of the canvas, px. */
function keyAt(map: MapLibreMap, colours: StateColours, { x, y }: { x: number; y: number }): string | undefined {
  const layers = colours.map(([status]) => `${pointSource}-${status}`).filter((layer) => map.getLayer(layer))
  const box: [[number, number], [number, number]] = [
    [x - reach, y - reach],
    [x + reach, y + reach],
  ]
  const [hit] = map.queryRenderedFeatures(box, { layers })
  return hit && String(hit.properties.key)
}
