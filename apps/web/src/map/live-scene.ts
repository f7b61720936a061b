import type { Area } from '@huanwei/contract/areas/endpoints'
import { LngLatBounds } from 'maplibre-gl'
import { inSlices } from '../lib/turns.ts'
import type { Layer } from '../live/layers.ts'
import { type ObjectKey, type ObjectRef, refOf } from '../live/object-key.ts'
import { createAreaLayers } from './area-layers.ts'
import type { Marker } from './clusters.ts'
import { coordinatesOf, fromBaseMap, fromUnitSquare, type Position, toBaseMap } from './coordinates.ts'
import { createMarkerOverlay, type Hit } from './marker-overlay.ts'
import { createMovingMarkers, positionsOf } from './moving-markers.ts'
import { type Ground, openMap } from './open-map.ts'
import { followPointer } from './pointer.ts'
import { createRulerLayers } from './ruler-layers.ts'
import type { Scene } from './scene.ts'
import { boundsOf, outlineOf } from './shapes.ts'
import { steering } from './steering.ts'
import { createTrailLayers } from './trail-layers.ts'

/** What is selected is looked at from at least here. */
const closeUp = 15
/** Pixels that what is followed may go off the middle before the map moves after it. */
const slack = 8

/** So many objects are looked at in one step. */
const lookedAtOnce = 1024

type Options = {
  ground: Ground
  title: string
  label: (object: ObjectRef) => string
  /** As what an object is shown; undefined hides it. */
  show: (object: ObjectRef) => Layer | undefined
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
  const overlay = createMarkerOverlay(map, label, showObjects)
  const moving = createMovingMarkers(coordinates, showObjects)
  const ready = new Promise<unknown>((done) => map.once('style.load', done)).then(() => ({
    areas: createAreaLayers(map, coordinates, ground.land),
    trail: createTrailLayers(map, coordinates),
    ruler: createRulerLayers(map, coordinates, ground.land),
  }))
  let isMeasuring = false
  let shownAs = show
  let selected: ObjectKey | null = null
  let isFollowing = false
  let isToBeCentred = false
  let areas: readonly Area[] = []
  let isToBeShown = false
  let stopShowing: (() => void) | undefined

  map.on('error', onBaseFailure)
  followPointer(map, overlay, choose)
  const wgs84 = ({ lng, lat }: { lng: number; lat: number }) => fromBaseMap(coordinates, [lng, lat])
  map.on('click', ({ lngLat }) => isMeasuring && onMeasure(wgs84(lngLat)))

  /** What changes meanwhile is shown next. */
  function showObjects() {
    isToBeShown = true
    if (stopShowing) return
    isToBeShown = false
    stopShowing = inSlices(showing(), () => {
      stopShowing = undefined
      if (isToBeShown) showObjects()
    })
  }

  function* showing(): Generator<void> {
    const shown: Marker[] = []
    let looked = 0
    for (const marker of moving.all()) {
      const layer = shownAs(marker)
      if (layer) marker.layer = layer
      if (layer && marker.key !== selected) shown.push(marker)
      if (++looked % lookedAtOnce === 0) yield
    }
    const chosen = selected === null ? undefined : moving.get(refOf(selected))
    yield* overlay.take(shown, chosen)
    overlay.draw()
    if (chosen && isToBeCentred) centre(chosen, Math.max(map.getZoom(), closeUp))
    else if (chosen && isFollowing) follow(chosen)
  }

  function rest() {
    moving.stop()
    stopShowing?.()
    stopShowing = undefined
  }

  function centre({ x, y }: Marker, zoom: number) {
    isToBeCentred = false
    map.easeTo({ center: fromUnitSquare(x, y), zoom, duration: 400 })
  }

  function follow(marker: Marker) {
    if (map.isMoving()) return
    const place = fromUnitSquare(marker.x, marker.y)
    const { x, y } = map.project(place)
    if (Math.hypot(x - element.clientWidth / 2, y - element.clientHeight / 2) > slack)
      map.easeTo({ center: place, duration: 300 })
  }

  function fit(points: Iterable<Position>, maxZoom: number) {
    const bounds = boundsOf(points)
    if (bounds) map.fitBounds(new LngLatBounds(bounds), { padding: 56, maxZoom, duration: 500 })
  }

  function choose(hit: Hit | undefined) {
    if (isMeasuring) return
    if (hit?.kind === 'cluster') {
      const { x0, y0, x1, y1 } = hit.cluster
      fit([fromUnitSquare(x0, y0), fromUnitSquare(x1, y1)], Math.max(map.getZoom() + 1, 16))
    } else onSelect(hit?.marker.key ?? null)
  }

  return {
    map,
    setTitle: (text: string) => map.getCanvas().setAttribute('aria-label', text),
    setLabel(name: (object: ObjectRef) => string) {
      overlay.setLabel(name)
      overlay.draw()
    },
    setShow(rule: Options['show']) {
      shownAs = rule
      showObjects()
    },
    /** Centres what was not selected before, as soon as it has a position. */
    setSelected(key: ObjectKey | null) {
      if (key === selected) return
      selected = key
      isToBeCentred = key !== null
      showObjects()
    },
    setFollow(follows: boolean) {
      isFollowing = follows
      showObjects()
    },
    setAreas(list: readonly Area[]) {
      areas = list
      void ready.then((layers) => layers.areas.setAreas(list))
    },
    showAreas: (isShown: boolean) => void ready.then((layers) => layers.areas.show(isShown)),
    setTrail: (points: readonly Position[]) => void ready.then((layers) => layers.trail.setTrail(points)),
    /** What is measured so far; while it is, clicks measure. */
    setRuler(points: readonly Position[] | undefined) {
      isMeasuring = points !== undefined
      map.getCanvasContainer().classList.toggle('map-measuring', isMeasuring)
      map.doubleClickZoom[isMeasuring ? 'disable' : 'enable']()
      void ready.then((layers) => layers.ruler.setPoints(points ?? []))
    },
    middle: () => wgs84(map.getCenter()),
    ...steering(map),
    /** All objects that are shown, else all areas, else the start. */
    fitAll() {
      const places = [...positionsOf((object) => shownAs(object) !== undefined)]
      const points = places.length ? places : areas.flatMap(({ shape }) => outlineOf(shape))
      if (points.length)
        fit(
          points.map((point) => toBaseMap(coordinates, point)),
          16,
        )
      else map.easeTo({ center: toBaseMap(coordinates, [ground.centre.lng, ground.centre.lat]), zoom: ground.zoom })
    },
    pause() {
      map.stop()
      rest()
    },
    resume: () => moving.start(),
    remove() {
      rest()
      overlay.remove()
      map.remove()
    },
  } satisfies Scene & Record<string, unknown>
}
export type LiveScene = ReturnType<typeof openLiveScene>
