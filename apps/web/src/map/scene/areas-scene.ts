import type { Area } from '@huanwei/contract/areas/endpoints'
import { coordinatesOf, toBaseMap } from '../base/coordinates.ts'
import { type Ground, openMap } from '../base/open-map.ts'
import { createAreaLayers } from '../shapes/area-layers.ts'
import { outlineOf, squareMetres } from '../shapes/shapes.ts'
import { createCamera } from './camera.ts'
import type { Scene } from './scene.ts'
import { steering } from './steering.ts'
import { stillScene } from './still-scene.ts'

type ShownArea = Pick<Area, 'id' | 'name' | 'shape'>
type Options = {
  ground: Ground
  title: string
  /** An area was clicked: of several there, the smallest. Without it the map is only looked at, and a wheel over it scrolls the page. */
  onChoose?: (id: number) => void
}

/** Areas on a map, all of them in sight. Throws NoWebGl. */
export function openAreasScene(element: HTMLElement, { ground, title, onChoose }: Options) {
  const coordinates = coordinatesOf(ground.base)
  const map = openMap(element, ground, title)
  const camera = createCamera(map)
  map.on('error', () => element.setAttribute('data-base', 'missing'))
  const ready = new Promise<ReturnType<typeof createAreaLayers>>((done) => {
    map.once('style.load', () => done(createAreaLayers(map, coordinates, ground.land)))
  })
  let shown: readonly ShownArea[] = []
  let chosen: number | undefined

  if (onChoose) void ready.then(followClicks)
  else map.scrollZoom.disable()

  function followClicks({ areasAt }: ReturnType<typeof createAreaLayers>) {
    map.on('mousemove', ({ point }) => {
      map.getCanvas().style.cursor = areasAt(point).size > 0 ? 'pointer' : ''
    })
    map.on('click', ({ point }) => {
      const ids = areasAt(point)
      const sizeOf = ({ shape }: ShownArea) => squareMetres(outlineOf(shape))
      const [smallest] = shown.filter(({ id }) => ids.has(id)).sort((one, other) => sizeOf(one) - sizeOf(other))
      if (smallest) onChoose?.(smallest.id)
    })
  }

  const lookAt = (areas: readonly ShownArea[], duration: number) =>
    camera.fit(
      areas.flatMap(({ shape }) => outlineOf(shape).map((point) => toBaseMap(coordinates, point))),
      16,
      { duration },
    )
  const fitAll = () => lookAt(shown, 500)

  return {
    ...steering(map),
    fitAll,
    ...stillScene(map),
    /** Shows other areas and goes to them, or to the one that is chosen; the same again does not move the map. */
    show(areas: readonly ShownArea[], next?: number) {
      const isSame = areas.length === shown.length && areas.every((one, index) => one === shown[index])
      const isOther = !isSame && areas.map(({ id }) => id).join() !== shown.map(({ id }) => id).join()
      const isFirst = shown.length === 0
      const goal = areas.find(({ id }) => id === next)
      if (!isSame) void ready.then((layers) => layers.setAreas(areas))
      if (next !== chosen || !isSame) void ready.then((layers) => layers.choose(next))
      if (goal && (isFirst || next !== chosen || goal !== shown.find(({ id }) => id === next))) lookAt([goal], isFirst ? 0 : 500)
      else if (isOther) lookAt(areas, isFirst ? 0 : 500)
      shown = areas
      chosen = next
    },
  } satisfies Scene & Record<string, unknown>
}
