import type { MapLibreMap } from 'maplibre-gl'

/** Actions of the buttons beside a map. */
export const steering = (map: MapLibreMap) => ({
  zoomBy: (steps: 1 | -1) => (steps === 1 ? map.zoomIn() : map.zoomOut()),
  faceNorth: () => map.easeTo({ bearing: 0, duration: 300 }),
  /** Hears the bearing, degrees, while the map turns. */
  onTurn(listener: (bearing: number) => void) {
    const tell = () => listener(map.getBearing())
    map.on('rotate', tell)
    return () => void map.off('rotate', tell)
  },
})
