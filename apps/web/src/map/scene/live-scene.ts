import type { Area } from '@huanwei/contract/areas/endpoints'
import type { MapView } from '@huanwei/contract/sites/endpoints'
import type { LngLat, MapLibreMap } from 'maplibre-gl'
import type { ObjectKey, ObjectRef } from '../../live/object-key.ts'
import { type Coordinates, coordinatesOf, fromBaseMap, type Position, toBaseMap } from '../base/coordinates.ts'
import { type Ground, openMap } from '../base/open-map.ts'
import type { Hit } from '../markers/marker-hits.ts'
import { createAreaLayers } from '../shapes/area-layers.ts'
import { createRulerLayers } from '../shapes/ruler-layers.ts'
import { outlineOf } from '../shapes/shapes.ts'
import { createTrailLayers } from '../shapes/trail-layers.ts'
import { type Camera, createCamera } from './camera.ts'
import { createMarked, type Marked } from './marked.ts'
import { followPointer } from './pointer.ts'
import type { Scene } from './scene.ts'
import { createShownObjects, type Show } from './shown-objects.ts'
import { isByHand, steering } from './steering.ts'

type Options = {
  ground: Ground
  title: string
  label: (object: ObjectRef) => string
  show: Show
  onSelect: (key: ObjectKey | null) => void
  /** A place was clicked while something is measured; WGS-84. */
  onMeasure: (place: Position) => void
  /** The base map could not be loaded; objects are still shown. */
  onBaseFailure: () => void
}

/** The monitoring map: base, areas, trail and the objects of the live stores. Throws NoWebGl. */
export function openLiveScene(element: HTMLElement, { ground, title, label, show, onSelect, onMeasure, onBaseFailure }: Options) {
  const coordinates = coordinatesOf(ground.base)
  const map = openMap(element, ground, title)
  const camera = createCamera(map)
  const objects = createShownObjects(map, coordinates, camera, { label, show, plate: ground.land })
  const layers = createLayers(map, coordinates, camera, ground)
  const wgs84 = ({ lng, lat }: { lng: number; lat: number }) => fromBaseMap(coordinates, [lng, lat])
  const views = createViews(map, wgs84)
  const sight = createSight(map, camera, coordinates, ground)
  const ruler = createRuler(map, layers, (place) => onMeasure(wgs84(place)))
  let areas: readonly Area[] = []

  sight.start()
  map.on('error', onBaseFailure)
  followPointer(map, objects.overlay, choose)

  function choose(hit: Hit | undefined) {
    if (ruler.isMeasuring()) return
    if (hit?.kind === 'cluster') camera.open(hit.cluster)
    else onSelect(hit?.marker.key ?? null)
  }

  return {
    map,
    setTitle: (text: string) => map.getCanvas().setAttribute('aria-label', text),
    setLabel: objects.setLabel,
    setShow: objects.setShow,
    setProminent: objects.setProminent,
    /** Centres what was not selected before, as soon as it has a position. */
    setSelected: objects.setSelected,
    setFollow: objects.setFollow,
    setAreas(list: readonly Area[]) {
      areas = list
      layers.setAreas(list)
    },
    showAreas: layers.showAreas,
    setTrail: layers.setTrail,
    setMarked: layers.setMarked,
    /** Pixels at the right that something lies over: the middle of the map is the middle of the rest. */
    setCovered: (right: number) => void map.setPadding({ right, left: 0, top: 0, bottom: 0 }),
    /** Points measured so far; while measuring, clicks add points. */
    setRuler: ruler.set,
    middle: () => wgs84(map.getCenter()),
    ...steering(map),
    onView: views.onView,
    onBounds: createBounds(map, wgs84),
    /** All objects that are shown, else all areas, else the start. */
    fitAll() {
      views.showAll()
      const places = [...objects.positions()]
      sight.show(places.length ? places : areas.flatMap(({ shape }) => outlineOf(shape)))
    },
    pause() {
      map.stop()
      objects.stop()
    },
    resume: objects.start,
    remove() {
      objects.stop()
      objects.overlay.remove()
      map.remove()
    },
  } satisfies Scene & Record<string, unknown>
}

/** What of the city the map shows at first and altogether. */
function createSight(map: MapLibreMap, camera: Camera, coordinates: Coordinates, { view, bounds, centre, zoom }: Ground) {
  return {
    start() {
      if (view) map.jumpTo({ center: toBaseMap(coordinates, [view.lng, view.lat]), zoom: view.zoom })
      else if (bounds) camera.fit(cornersOf(bounds, coordinates), zoom, { duration: 0 })
    },
    /** All of these places, or the middle of the city where there are none. */
    show(places: readonly Position[]) {
      const corners = places.map((place) => toBaseMap(coordinates, place))
      if (corners.length) camera.fit(corners, 16)
      else map.easeTo({ center: toBaseMap(coordinates, [centre.lng, centre.lat]), zoom })
    },
  }
}

/** Measuring: while it goes on, clicks go to `onPlace` and choose nothing. */
function createRuler(
  map: MapLibreMap,
  layers: Pick<ReturnType<typeof createLayers>, 'setRuler'>,
  onPlace: (place: LngLat) => void,
) {
  let isMeasuring = false
  map.on('click', ({ lngLat }) => isMeasuring && onPlace(lngLat))
  return {
    isMeasuring: () => isMeasuring,
    set(points: readonly Position[] | undefined) {
      isMeasuring = points !== undefined
      map.getCanvasContainer().classList.toggle('map-measuring', isMeasuring)
      map.doubleClickZoom[isMeasuring ? 'disable' : 'enable']()
      layers.setRuler(points ?? [])
    },
  }
}

const cornersOf = ([west, south, east, north]: NonNullable<Ground['bounds']>, coordinates: Coordinates) =>
  [[west, south] as const, [east, north] as const].map(([lng, lat]) => toBaseMap(coordinates, [lng, lat]))

/** The layers below the objects, drawn once the base map is there. */
function createLayers(map: MapLibreMap, coordinates: Coordinates, camera: Camera, { land }: Ground) {
  const ready = new Promise<unknown>((done) => map.once('style.load', done)).then(() => ({
    areas: createAreaLayers(map, coordinates, land),
    trail: createTrailLayers(map, coordinates),
    ruler: createRulerLayers(map, coordinates, land),
    marked: createMarked(map, coordinates, camera, land),
  }))
  return {
    setAreas: (areas: readonly Area[]) => void ready.then((layers) => layers.areas.setAreas(areas)),
    showAreas: (isShown: boolean) => void ready.then((layers) => layers.areas.show(isShown)),
    setTrail: (points: readonly Position[]) => void ready.then((layers) => layers.trail.setTrail(points)),
    setMarked: (marked: Marked | undefined) => void ready.then((layers) => layers.marked.set(marked)),
    setRuler: (points: readonly Position[]) => void ready.then((layers) => layers.ruler.setPoints(points)),
  }
}

/** Tells where a person has moved the map to. What moves by itself is not told. */
function createViews(map: MapLibreMap, wgs84: (place: { lng: number; lat: number }) => Position) {
  let listener: ((view: MapView | null) => void) | undefined
  return {
    /** A person asked to see all of the map. */
    showAll: () => listener?.(null),
    /** Hears the view, null when a person asked to see all of it, until the returned function is called. */
    onView(next: (view: MapView | null) => void) {
      listener = next
      const tell = (moved: object) => {
        if (!isByHand(moved)) return
        const [lng, lat] = wgs84(map.getCenter())
        next({ lng, lat, zoom: map.getZoom() })
      }
      map.on('moveend', tell)
      return () => {
        listener = undefined
        map.off('moveend', tell)
      }
    },
  }
}

/** West, south, east, north, degrees WGS-84. */
export type Bounds = NonNullable<Ground['bounds']>

/** Hears what part of the earth the map shows, now and whenever it has moved, until the returned function is called. */
function createBounds(map: MapLibreMap, wgs84: (place: { lng: number; lat: number }) => Position) {
  return (listener: (bounds: Bounds) => void) => {
    function tell() {
      const shown = map.getBounds()
      const corners = [shown.getNorthWest(), shown.getNorthEast(), shown.getSouthWest(), shown.getSouthEast()].map(wgs84)
      const [lngs, lats] = [corners.map(([lng]) => lng), corners.map(([, lat]) => lat)]
      listener([Math.min(...lngs), Math.min(...lats), Math.max(...lngs), Math.max(...lats)])
    }
    tell()
    map.on('moveend', tell)
    map.on('resize', tell)
    return () => {
      map.off('moveend', tell)
      map.off('resize', tell)
    }
  }
}

export type LiveScene = ReturnType<typeof openLiveScene>
