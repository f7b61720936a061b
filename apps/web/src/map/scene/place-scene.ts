import { LngLatBounds, Marker } from 'maplibre-gl'
import { coordinatesOf, fromBaseMap, type Position, toBaseMap } from '../base/coordinates.ts'
import { type Ground, openMap } from '../base/open-map.ts'
import { accent } from '../base/palette.ts'
import { createAreaLayers, type ShownArea } from '../shapes/area-layers.ts'
import { boundsOf, outlineOf } from '../shapes/shapes.ts'
import type { Scene } from './scene.ts'
import { stillScene } from './still-scene.ts'

/** Zoom at which streets can be told apart. */
const streetZoom = 15

/** A small map that a click chooses a place on, WGS-84. Throws NoWebGl. */
export function openPlaceScene(element: HTMLElement, ground: Ground, title: string) {
  const coordinates = coordinatesOf(ground.base)
  const map = openMap(element, ground, title)
  const marker = new Marker({ color: accent })
  marker.getElement().setAttribute('aria-hidden', 'true')
  map.on('error', () => element.setAttribute('data-base', 'missing'))
  const ready = new Promise<ReturnType<typeof createAreaLayers>>((done) => {
    map.once('style.load', () => done(createAreaLayers(map, coordinates, ground.land)))
  })
  let onPlace: (place: Position) => void = () => undefined
  const choose = ({ lng, lat }: { lng: number; lat: number }) => onPlace(fromBaseMap(coordinates, [lng, lat]))
  map.on('click', ({ lngLat }) => choose(lngLat))

  return {
    ...stillScene(map),
    /** Sets the one listener of chosen places. Returns a function that removes it. */
    listen(listener: (place: Position) => void) {
      onPlace = listener
      return () => {
        onPlace = () => undefined
      }
    },
    /** Areas around the place, all of which come in sight. */
    setAreas(areas: readonly ShownArea[]) {
      void ready.then((layers) => layers.setAreas(areas))
      const bounds = boundsOf(areas.flatMap(({ shape }) => outlineOf(shape).map((point) => toBaseMap(coordinates, point))))
      if (bounds) map.fitBounds(new LngLatBounds(bounds), { padding: 24, maxZoom: streetZoom + 1, animate: false })
    },
    /** Chooses what is in the middle, for who has no pointer. */
    takeMiddle: () => choose(map.getCenter()),
    /** Marks the place that is chosen; the map moves only where it would not be seen. */
    show(place: Position | undefined) {
      if (!place) return void marker.remove()
      const at = toBaseMap(coordinates, place)
      marker.setLngLat(at).addTo(map)
      if (!map.getBounds().contains(at)) map.jumpTo({ center: at, zoom: Math.max(map.getZoom(), streetZoom) })
    },
  } satisfies Scene & Record<string, unknown>
}
