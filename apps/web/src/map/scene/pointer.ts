import type { MapLibreMap } from 'maplibre-gl'
import type { Hit } from '../markers/marker-hits.ts'
import type { createMarkerOverlay } from '../markers/marker-overlay.ts'

/** Clicks go to what is drawn there; the pointer shows what can be clicked, and the name of an object. */
export function followPointer(
  map: MapLibreMap,
  overlay: ReturnType<typeof createMarkerOverlay>,
  onClick: (hit: Hit | undefined) => void,
) {
  const canvas = map.getCanvas()

  function point(hit: Hit | undefined) {
    canvas.style.cursor = hit ? 'pointer' : ''
    if (overlay.hover(hit?.kind === 'object' ? hit.marker.key : undefined)) overlay.draw()
  }

  map.on('click', ({ point: { x, y } }) => onClick(overlay.hitAt(x, y)))
  map.on('mousemove', ({ point: { x, y } }) => point(overlay.hitAt(x, y)))
  map.on('mouseout', () => point(undefined))
}
