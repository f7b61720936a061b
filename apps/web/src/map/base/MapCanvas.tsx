import type { Scene } from '../scene/scene.ts'
import type { useScene } from '../scene/use-scene.ts'
import { MapFailure, MapLoading } from './MapNotice.tsx'

/** Canvas of a scene, with a notice until it is loaded. */
export const MapCanvas = ({ element, scene, failure, retry }: ReturnType<typeof useScene<Scene>>) => (
  <>
    <div className="map-canvas" ref={element} />
    {failure !== null && <MapFailure error={failure} onRetry={retry} />}
    {!scene && failure === null && <MapLoading />}
  </>
)
