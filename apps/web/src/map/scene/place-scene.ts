import { Marker } from 'maplibre-gl'
import { coordinatesOf, fromBaseMap, type Position, toBaseMap } from '../base/coordinates.ts'
import { type Ground, openMap } from '../base/open-map.ts'
import { accent } from '../base/palette.ts'
import type { Scene } from './scene.ts'

/** A small map that a click chooses a place on, WGS-84. Throws NoWebGl. */
export function openPlaceScene(element: HTMLElement, ground: Ground, title: string) {
  const coordinates = coordinatesOf(ground.base)
  const map = openMap(element, ground, title)
  const marker = new Marker({ color: accent })
  marker.getElement().setAttribute('aria-hidden', 'true')
  map.on('error', () => element.setAttribute('data-base', 'missing'))
  let onPlace: (place: Position) => void = () => undefined
  const choose = ({ lng, lat }: { lng: number; lat: number }) => onPlace(fromBaseMap(coordinates, [lng, lat]))
  map.on('click', ({ lngLat }) => choose(lngLat))

  return {
    /** Sets the one listener of chosen places. Returns a function that removes it. */
    listen(listener: (place: Position) => void) {
      onPlace = listener
      return () => {
        onPlace = () => undefined
      }
    },
    /** Chooses what is in the middle, for who has no pointer. */
    takeMiddle: () => choose(map.getCenter()),
    /** Marks the place that is chosen, without moving the map. */
    show(place: Position | undefined) {
      if (place) marker.setLngLat(toBaseMap(coordinates, place)).addTo(map)
      else marker.remove()
    },
    pause: () => void map.stop(),
    resume: () => undefined,
    remove: () => map.remove(),
  } satisfies Scene & Record<string, unknown>
}
