import type { MapLibreMap } from 'maplibre-gl'

const byHand = true
/** True for the end of a movement that a person made: with a pointer, the keyboard or a button beside the map. */
export const isByHand = (moved: object) => 'byHand' in moved || ('originalEvent' in moved && moved.originalEvent !== undefined)

/** Actions of the buttons beside a map. */
export const steering = (map: MapLibreMap) => ({
  zoomBy: (steps: 1 | -1) => (steps === 1 ? map.zoomIn({}, { byHand }) : map.zoomOut({}, { byHand })),
  faceNorth: () => map.easeTo({ bearing: 0, duration: 300 }),
  /** Hears the bearing, degrees, while the map turns. */
  onTurn(listener: (bearing: number) => void) {
    const tell = () => listener(map.getBearing())
    map.on('rotate', tell)
    return () => void map.off('rotate', tell)
  },
})
