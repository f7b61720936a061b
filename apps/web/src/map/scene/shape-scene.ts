import type { Area } from '@huanwei/contract/areas/endpoints'
import { LngLatBounds } from 'maplibre-gl'
import { coordinatesOf, fromBaseMap, type Position, toBaseMap } from '../base/coordinates.ts'
import { type Ground, openMap } from '../base/open-map.ts'
import { createAreaLayers } from '../shapes/area-layers.ts'
import { createHandleLayers } from '../shapes/handle-layers.ts'
import { type Draft, type Handle, handlesOf, shapeOf } from '../shapes/shape-draft.ts'
import { boundsOf, outlineOf } from '../shapes/shapes.ts'
import type { Scene } from './scene.ts'
import { followShapePointer, type ShapeListener } from './shape-pointer.ts'
import { stillScene } from './still-scene.ts'

/** A map that a shape is drawn on, point by point, WGS-84. Throws NoWebGl. */
export function openShapeScene(element: HTMLElement, ground: Ground, title: string) {
  const coordinates = coordinatesOf(ground.base)
  const map = openMap(element, ground, title)
  map.on('error', () => element.setAttribute('data-base', 'missing'))
  let listener: ShapeListener | undefined
  let handles: Handle[] = []
  let isPlaced = false

  const ready = new Promise<unknown>((done) => map.once('style.load', done)).then(() => ({
    areas: createAreaLayers(map, coordinates, ground.land),
    handles: createHandleLayers(map, coordinates),
  }))
  followShapePointer(map, { coordinates, handles: () => handles, listener: () => listener })

  /** Shows what is drawn when the map opens, and goes after it when nothing of it is in sight any more. */
  function follow(outline: readonly Position[]) {
    const bounds = boundsOf(outline.map((point) => toBaseMap(coordinates, point)))
    if (!bounds) return
    const seen = map.getBounds()
    const [west, south, east, north] = bounds
    const isSeen = west < seen.getEast() && east > seen.getWest() && south < seen.getNorth() && north > seen.getSouth()
    if (isPlaced && isSeen) return
    map.fitBounds(new LngLatBounds(bounds), { padding: 40, maxZoom: 16, animate: false })
  }

  return {
    ...stillScene(map),
    /** Sets the one listener of actions on the map. Returns a function that removes it. */
    listen(next: ShapeListener) {
      listener = next
      return () => {
        listener = undefined
      }
    },
    /** Adds what is in the middle, for who has no pointer. */
    takeMiddle() {
      const { lng, lat } = map.getCenter()
      listener?.onPoint(fromBaseMap(coordinates, [lng, lat]))
    },
    /** The draft, and the areas that are there already. */
    show(draft: Draft, neighbours: readonly Pick<Area, 'name' | 'shape'>[]) {
      const shape = shapeOf(draft)
      follow(shape ? outlineOf(shape) : draft.points)
      isPlaced = true
      handles = handlesOf(draft)
      void ready.then((layers) => {
        layers.areas.setAreas(shape ? [...neighbours, { name: '', shape }] : neighbours)
        layers.handles.show(draft, handles)
      })
    },
  } satisfies Scene & Record<string, unknown>
}
