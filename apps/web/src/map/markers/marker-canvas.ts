import type { MapLibreMap } from 'maplibre-gl'
import type { Plate, Sign } from './marker-signs.ts'
import { createSigns } from './sign-store.ts'
import { type View, viewOf } from './view.ts'

/** Pixels drawn beyond each edge, so that panning by less only shifts the canvas. */
const spare = 160
/** Pixels beyond the edge within which a marker is still drawn. */
const margin = 40

/** Tells whether a place in CSS pixels is on the canvas, or so near that what stands there reaches onto it. */
export function nearnessOf({ width, height }: View) {
  const reach = spare + margin
  return (x: number, y: number) => x > -reach && y > -reach && x < width + reach && y < height + reach
}

/** A canvas above the map, a little larger than it. Places are CSS pixels of the view that it was emptied for. */
export function createMarkerCanvas(map: MapLibreMap, plate: Plate) {
  const canvas = document.createElement('canvas')
  canvas.className = 'map-markers'
  canvas.setAttribute('aria-hidden', 'true')
  map.getCanvasContainer().append(canvas)
  const context = canvas.getContext('2d')
  let signs = createSigns(window.devicePixelRatio, plate)
  let drawnView: View | undefined

  function fit(view: View) {
    if (signs.ratio !== window.devicePixelRatio) signs = createSigns(window.devicePixelRatio, plate)
    const [width, height] = [view.width + 2 * spare, view.height + 2 * spare]
    const [across, down] = [Math.round(width * signs.ratio), Math.round(height * signs.ratio)]
    if (canvas.width === across && canvas.height === down) return
    canvas.width = across
    canvas.height = down
    canvas.style.width = `${width}px`
    canvas.style.height = `${height}px`
  }

  return {
    /** Signs for the pixel ratio of the last drawing. */
    signs: () => signs,
    /** Empties the canvas for a drawing of `view`; false where nothing can be drawn. */
    empty(view: View): boolean {
      if (!context) return false
      fit(view)
      drawnView = view
      canvas.style.translate = `${-spare}px ${-spare}px`
      context.setTransform(1, 0, 0, 1, 0, 0)
      context.clearRect(0, 0, canvas.width, canvas.height)
      return true
    },
    /** Draws a sign, turned by `turn` radians; `alpha`: how much of it is there, 0 to 1. */
    put({ image, width, height }: Sign, x: number, y: number, turn = 0, alpha = 1) {
      if (!context) return
      context.globalAlpha = alpha
      const { ratio } = signs
      if (turn === 0) context.setTransform(1, 0, 0, 1, (x + spare) * ratio, (y + spare) * ratio)
      else {
        const [cosine, sine] = [Math.cos(turn), Math.sin(turn)]
        context.setTransform(cosine, sine, -sine, cosine, (x + spare) * ratio, (y + spare) * ratio)
      }
      context.drawImage(image, (-width * ratio) / 2, (-height * ratio) / 2)
    },
    /** The pixels the map has been panned since the last drawing; undefined when it was zoomed, turned, resized or panned too far. */
    panned(): readonly [number, number] | undefined {
      const view = viewOf(map)
      if (!drawnView || view.zoom !== drawnView.zoom || view.bearing !== drawnView.bearing) return undefined
      if (view.width !== drawnView.width || view.height !== drawnView.height) return undefined
      const { x, y } = drawnView
      const [[from, top], [to, bottom]] = [drawnView.place(x, y), view.place(x, y)]
      const [right, down] = [to - from, bottom - top]
      return Math.abs(right) < spare && Math.abs(down) < spare ? [right, down] : undefined
    },
    shift(right: number, down: number) {
      canvas.style.translate = `${right - spare}px ${down - spare}px`
    },
    remove: () => canvas.remove(),
  }
}
export type MarkerCanvas = ReturnType<typeof createMarkerCanvas>
