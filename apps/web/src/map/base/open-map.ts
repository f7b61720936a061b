import 'maplibre-gl/dist/maplibre-gl.css'
import type { BaseMap, MapView } from '@huanwei/contract/sites/endpoints'
import { AttributionControl, GPUInitializationError, MapLibreMap, type MapOptions, setWorkerUrl } from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url'
import { NoWebGl } from '../scene/scene.ts'
import { baseStyle } from './base-style.ts'
import { coordinatesOf, toBaseMap } from './coordinates.ts'
import { fontFamily, type Land } from './palette.ts'

/** Initial view of the map, WGS-84, and its style; `bounds` (west, south, east, north) is around all that the viewer may see. */
export type Ground = {
  base: BaseMap
  centre: { lng: number; lat: number }
  bounds: [number, number, number, number] | null
  zoom: number
  /** The viewer's last view of the live map. */
  view: MapView | null
  land: Land
}

setWorkerUrl(workerUrl)

/**
 * A north-up flat map in `container`; may be turned, never tilted, so that a place on it is a matter of one scale and one angle.
 * It follows the container's size, but for the size of nothing that a hidden page has. `title` is its name for screen readers.
 * Throws NoWebGl where the browser cannot draw it.
 */
export function openMap(container: HTMLElement, { base, centre, zoom, land }: Ground, title: string): MapLibreMap {
  if (typeof WebGL2RenderingContext === 'undefined') throw new NoWebGl()
  const map = tryMap(container, {
    style: baseStyle(base, centre, land),
    center: toBaseMap(coordinatesOf(base), [centre.lng, centre.lat]),
    zoom,
    minZoom: 3,
    maxZoom: 19,
    maxPitch: 0,
    pitchWithRotate: false,
    touchPitch: false,
    renderWorldCopies: false,
    trackResize: false,
    attributionControl: false,
    fadeDuration: 0,
    localIdeographFontFamily: fontFamily,
    locale: { 'Map.Title': title },
  })
  if (base.kind === 'tiles' && base.attribution) map.addControl(new AttributionControl({ compact: false }), 'bottom-right')
  const observer = new ResizeObserver(() => {
    if (container.clientWidth > 0 && container.clientHeight > 0) map.resize()
  })
  observer.observe(container)
  map.once('remove', () => observer.disconnect())
  return map
}

function tryMap(container: HTMLElement, options: Omit<MapOptions, 'container'>): MapLibreMap {
  try {
    return new MapLibreMap({ ...options, container })
  } catch (error) {
    container.replaceChildren()
    throw error instanceof GPUInitializationError ? new NoWebGl({ cause: error }) : error
  }
}
