import type { Area } from '@huanwei/contract/areas/endpoints'
import { LngLatBounds } from 'maplibre-gl'
import { coordinatesOf, toBaseMap } from '../base/coordinates.ts'
import { type Ground, openMap } from '../base/open-map.ts'
import { createAreaLayers } from '../shapes/area-layers.ts'
import { boundsOf, outlineOf } from '../shapes/shapes.ts'
import type { Scene } from './scene.ts'

/** Areas on a small map, all of them in sight. Throws NoWebGl. */
export function openAreasScene(element: HTMLElement, ground: Ground, title: string) {
  const coordinates = coordinatesOf(ground.base)
  const map = openMap(element, ground, title)
  map.scrollZoom.disable()
  map.on('error', () => element.setAttribute('data-base', 'missing'))
  const ready = new Promise<ReturnType<typeof createAreaLayers>>((done) => {
    map.once('style.load', () => done(createAreaLayers(map, coordinates, ground.land)))
  })
  let shown = ''

  return {
    /** The same again does not move the map. */
    show(areas: readonly Pick<Area, 'name' | 'shape'>[]) {
      const asked = JSON.stringify(areas)
      if (asked === shown) return
      shown = asked
      const bounds = boundsOf(areas.flatMap(({ shape }) => outlineOf(shape)).map((point) => toBaseMap(coordinates, point)))
      if (bounds) map.fitBounds(new LngLatBounds(bounds), { padding: 24, maxZoom: 16, animate: false })
      void ready.then((layers) => layers.setAreas(areas))
    },
    pause: () => void map.stop(),
    resume: () => undefined,
    remove: () => map.remove(),
  } satisfies Scene & Record<string, unknown>
}
