import type { MapLibreMap } from 'maplibre-gl'
import type { Scene } from './scene.ts'

/** The part that all scenes share that draw nothing by themselves. */
export const stillScene = (map: MapLibreMap) =>
  ({
    setTitle: (text: string) => void map.getCanvas().setAttribute('aria-label', text),
    pause: () => void map.stop(),
    resume: () => undefined,
    remove: () => map.remove(),
  }) satisfies Scene & Record<string, unknown>
