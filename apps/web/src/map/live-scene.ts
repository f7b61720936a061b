import type { Area } from '@huanwei/contract/areas/endpoints'
import { LngLatBounds } from 'maplibre-gl'
import { inSlices } from '../lib/turns.ts'
import { createAreaLayers } from './area-layers.ts'
import type { Marker } from './clusters.ts'
import { coordinatesOf, fromUnitSquare, type Position, toBaseMap } from './coordinates.ts'
import { createMarkerOverlay, type Hit } from './marker-overlay.ts'
import { createMovingMarkers, positionsOf } from './moving-markers.ts'
import { type Ground, openMap } from './open-map.ts'
import { followPointer } from './pointer.ts'
import type { Scene } from './scene.ts'
import { boundsOf, outlineOf } from './shapes.ts'
import { steering } from './steering.ts'
import { createTrailLayers } from './trail-layers.ts'

/** A vehicle that is selected is looked at from at least here. */
const closeUp = 15
/** Pixels a followed vehicle may go off the middle before the map moves after it. */
const slack = 8
/** Below this width, px, the card lies across the map (vehicle-card.css). */
const narrow = 760

/** So many vehicles are looked at in one step. */
const lookedAtOnce = 1024

type Options = {
  ground: Ground
  title: string
  label: (id: number) => string
  visible: (id: number) => boolean
  onSelect: (id: number | null) => void
  /** The base map could not be loaded; vehicles are still shown. */
  onBaseFailure: () => void
}

/** The monitoring map: base, areas, trail and the vehicles of the live store. Throws NoWebGl. */
export function openLiveScene(element: HTMLElement, { ground, title, label, visible, onSelect, onBaseFailure }: Options) {
  const coordinates = coordinatesOf(ground.base)
  const map = openMap(element, ground, title)
  const overlay = createMarkerOverlay(map, label, showVehicles)
  const moving = createMovingMarkers(coordinates, showVehicles)
  const ready = new Promise<{ areas: ReturnType<typeof createAreaLayers>; trail: ReturnType<typeof createTrailLayers> }>(
    (done) => {
      map.once('style.load', () =>
        done({ areas: createAreaLayers(map, coordinates, ground.land), trail: createTrailLayers(map, coordinates) }),
      )
    },
  )
  let isVisible = visible
  let selected: number | null = null
  let isFollowing = false
  let isToBeCentred = false
  let areas: readonly Area[] = []
  let isToBeShown = false
  let stopShowing: (() => void) | undefined

  map.on('error', onBaseFailure)
  followPointer(map, overlay, choose)

  /** What changes meanwhile is shown next. */
  function showVehicles() {
    isToBeShown = true
    if (stopShowing) return
    isToBeShown = false
    stopShowing = inSlices(showing(), () => {
      stopShowing = undefined
      if (isToBeShown) showVehicles()
    })
  }

  function* showing(): Generator<void> {
    const shown: Marker[] = []
    let looked = 0
    for (const marker of moving.all()) {
      if (marker.id !== selected && isVisible(marker.id)) shown.push(marker)
      if (++looked % lookedAtOnce === 0) yield
    }
    const chosen = selected === null ? undefined : moving.get(selected)
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
    map.easeTo({ center: fromUnitSquare(x, y), zoom, offset: aside(), duration: 400 })
  }

  /** Pixels off the middle where the selected vehicle belongs: on a narrow map its card covers the lower half. */
  const aside = (): [x: number, y: number] => [0, element.clientWidth < narrow ? -element.clientHeight / 4 : 0]

  function follow(marker: Marker) {
    if (map.isMoving()) return
    const place = fromUnitSquare(marker.x, marker.y)
    const { x, y } = map.project(place)
    const [right, down] = aside()
    if (Math.hypot(x - element.clientWidth / 2 - right, y - element.clientHeight / 2 - down) > slack)
      map.easeTo({ center: place, offset: [right, down], duration: 300 })
  }

  function fit(points: Iterable<Position>, maxZoom: number) {
    const bounds = boundsOf(points)
    if (bounds) map.fitBounds(new LngLatBounds(bounds), { padding: 56, maxZoom, duration: 500 })
  }

  function choose(hit: Hit | undefined) {
    if (hit?.kind === 'cluster') {
      const { x0, y0, x1, y1 } = hit.cluster
      fit([fromUnitSquare(x0, y0), fromUnitSquare(x1, y1)], Math.max(map.getZoom() + 1, 16))
    } else onSelect(hit?.id ?? null)
  }

  return {
    map,
    setTitle: (text: string) => map.getCanvas().setAttribute('aria-label', text),
    setLabel(name: (id: number) => string) {
      overlay.setLabel(name)
      overlay.draw()
    },
    setVisible(test: (id: number) => boolean) {
      isVisible = test
      showVehicles()
    },
    /** Centres a vehicle that was not selected before, as soon as it has a position. */
    setSelected(id: number | null) {
      if (id === selected) return
      selected = id
      isToBeCentred = id !== null
      showVehicles()
    },
    setFollow(follows: boolean) {
      isFollowing = follows
      showVehicles()
    },
    setAreas(list: readonly Area[]) {
      areas = list
      void ready.then((layers) => layers.areas.setAreas(list))
    },
    showAreas: (isShown: boolean) => void ready.then((layers) => layers.areas.show(isShown)),
    setTrail: (points: readonly Position[]) => void ready.then((layers) => layers.trail.setTrail(points)),
    ...steering(map),
    /** All vehicles that are shown, else all areas, else the start. */
    fitAll() {
      const places = [...positionsOf(isVisible)]
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
