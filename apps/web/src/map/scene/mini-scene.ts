import { LngLatBounds, Marker } from 'maplibre-gl'
import { coordinatesOf, type Position, toBaseMap } from '../base/coordinates.ts'
import { type Ground, openMap } from '../base/open-map.ts'
import { accent } from '../base/palette.ts'
import { createAreaLayers, type ShownArea } from '../shapes/area-layers.ts'
import { boundsOf } from '../shapes/shapes.ts'
import { createTrailLayers } from '../shapes/trail-layers.ts'
import type { Scene } from './scene.ts'
import { stillScene } from './still-scene.ts'

/** One place, WGS-84, how it was come to and the areas around it, on a small map. Throws NoWebGl. */
export function openMiniScene(element: HTMLElement, ground: Ground, title: string) {
  const coordinates = coordinatesOf(ground.base)
  const map = openMap(element, ground, title)
  map.scrollZoom.disable()
  const marker = new Marker({ color: accent })
  marker.getElement().setAttribute('aria-hidden', 'true')
  const ready = new Promise<ReturnType<typeof addLayers>>((done) => {
    map.once('style.load', () => done(addLayers()))
  })
  const addLayers = () => ({ areas: createAreaLayers(map, coordinates, ground.land), trail: createTrailLayers(map, coordinates) })
  map.on('error', () => element.setAttribute('data-base', 'missing'))
  let shownAs = ''

  return {
    ...stillScene(map),
    /** The place in the middle, or all of the trail with it in sight; the same again does not move the map. */
    show(place: Position, trail: readonly Position[]) {
      const asked = JSON.stringify([place, trail])
      if (asked === shownAs) return
      shownAs = asked
      const shown = toBaseMap(coordinates, place)
      marker.setLngLat(shown).addTo(map)
      const bounds = boundsOf([shown, ...trail.map((point) => toBaseMap(coordinates, point))])
      if (bounds && trail.length > 1)
        map.fitBounds(new LngLatBounds(bounds), {
          padding: { top: 52, bottom: 24, left: 32, right: 32 },
          maxZoom: 16,
          animate: false,
        })
      else map.jumpTo({ center: shown, zoom: 15 })
      void ready.then((layers) => layers.trail.setTrail(trail))
    },
    setAreas: (areas: readonly ShownArea[]) => void ready.then((layers) => layers.areas.setAreas(areas)),
  } satisfies Scene & Record<string, unknown>
}
