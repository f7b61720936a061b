import type { Area } from '@huanwei/contract/areas/endpoints'
import { LngLatBounds, type MapLibreMap, Marker } from 'maplibre-gl'
import { coordinatesOf, type Position, toBaseMap } from '../base/coordinates.ts'
import { type Ground, openMap } from '../base/open-map.ts'
import { createAreaLayers } from '../shapes/area-layers.ts'
import { boundsOf } from '../shapes/shapes.ts'
import { createWayLayers, type Spot, spotLayers, type Way } from '../shapes/way-layers.ts'
import type { Scene } from './scene.ts'
import { steering } from './steering.ts'
import { stillScene } from './still-scene.ts'

/** Something where it is at the moment shown, or where it was last heard. Degrees WGS-84, clockwise from north. */
export type Present = { key: string; colour: string; lng: number; lat: number; direction: number; isSilent: boolean }

/** Around ways that are shown as a whole, px: below a card, and without one. */
const belowCard = { top: 144, right: 64, bottom: 48, left: 48 }
const edge = 32
const silentOpacity = '0.55'
/** Part of the map, from its edge, that what is followed may not enter. */
const margin = 0.2

type Options = { ground: Ground; title: string; hasCard: boolean; onSpot: (at: number) => void; onBaseFailure: () => void }

/** Past ways, and where everything was at one moment of them. Throws NoWebGl. */
export function openHistoryScene(element: HTMLElement, { ground, title, hasCard, onSpot, onBaseFailure }: Options) {
  const coordinates = coordinatesOf(ground.base)
  const map = openMap(element, ground, title)
  map.on('error', onBaseFailure)
  const ready = new Promise<ReturnType<typeof createWayLayers> & { areas: ReturnType<typeof createAreaLayers> }>((done) => {
    map.once('style.load', () =>
      done({ areas: createAreaLayers(map, coordinates, ground.land), ...createWayLayers(map, coordinates) }),
    )
  })
  const movers = createMovers(map)
  let places: Position[] = []
  let followed: string | undefined
  listenToSpots(map, onSpot)

  function follow(place: Position) {
    if (map.isMoving()) return
    const { x, y } = map.project(place)
    const { clientWidth: width, clientHeight: height } = element
    const isInside = x > width * margin && x < width * (1 - margin) && y > height * margin && y < height * (1 - margin)
    if (!isInside) map.easeTo({ center: place, duration: 300 })
  }

  function fitAll() {
    const bounds = boundsOf(places)
    if (bounds) map.fitBounds(new LngLatBounds(bounds), { padding: hasCard ? belowCard : edge, maxZoom: 16, duration: 0 })
  }

  return {
    ...stillScene(map),
    /** Other ways than before are shown as a whole. */
    setWays(ways: readonly Way[]) {
      places = ways.flatMap(({ positions }) => positions.map((point) => toBaseMap(coordinates, point)))
      void ready.then((layers) => layers.setWays(ways))
      fitAll()
    },
    setSpots: (spots: readonly Spot[]) => void ready.then((layers) => layers.setSpots(spots)),
    /** Current positions; omitted objects have none. */
    setPresent(present: readonly Present[]) {
      const shown = present.map((one) => ({ ...one, place: toBaseMap(coordinates, [one.lng, one.lat]) }))
      movers.show(shown)
      const one = shown.find(({ key }) => key === followed)
      if (one) follow(one.place)
    },
    setFollowed(key: string | undefined) {
      followed = key
    },
    setAreas: (areas: readonly Area[]) => void ready.then((layers) => layers.areas.setAreas(areas)),
    showAreas: (isShown: boolean) => void ready.then((layers) => layers.areas.show(isShown)),
    ...steering(map),
    fitAll,
  } satisfies Scene & Record<string, unknown>
}

/** A click on a stop or a violation tells its moment, epoch ms. */
function listenToSpots(map: MapLibreMap, onSpot: (at: number) => void) {
  for (const layer of spotLayers) {
    map.on('click', layer, ({ features }) => {
      const at: unknown = features?.[0]?.properties.at
      if (typeof at === 'number') onSpot(at)
    })
    map.on('mouseenter', layer, () => {
      map.getCanvas().style.cursor = 'pointer'
    })
    map.on('mouseleave', layer, () => {
      map.getCanvas().style.cursor = ''
    })
  }
}

/** Arrows of what is present, one for each key. */
function createMovers(map: MapLibreMap) {
  const markers = new Map<string, Marker>()
  const shown = new Set<string>()

  function markerFor({ key, colour }: Present) {
    const known = markers.get(key)
    if (known) return known
    const arrow = document.createElement('div')
    arrow.className = 'map-mover'
    arrow.style.color = colour
    arrow.setAttribute('aria-hidden', 'true')
    const marker = new Marker({ element: arrow, rotationAlignment: 'map' })
    markers.set(key, marker)
    return marker
  }
  return {
    /** `place` on the base map. Omitted ones go. */
    show(present: readonly (Present & { place: Position })[]) {
      for (const one of present) {
        const marker = markerFor(one)
          .setLngLat(one.place)
          .setRotation(one.direction)
          .setOpacity(one.isSilent ? silentOpacity : '1')
        // Adding it again would take it off the map first, with every frame.
        if (!shown.has(one.key)) marker.addTo(map)
        shown.add(one.key)
      }
      for (const key of shown)
        if (!present.some((one) => one.key === key)) {
          markers.get(key)?.remove()
          shown.delete(key)
        }
    },
  }
}
