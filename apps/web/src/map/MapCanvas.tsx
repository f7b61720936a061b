import { MapFailure, MapLoading } from './MapNotice.tsx'
import type { Scene } from './scene.ts'
import type { useScene } from './use-scene.ts'

/** Where a scene is drawn, and what is said until it is there. */
export const MapCanvas = ({ element, scene, failure, retry }: ReturnType<typeof useScene<Scene>>) => (
  <>
    <div className="map-canvas" ref={element} />
    {failure !== null && <MapFailure error={failure} onRetry={retry} />}
    {!scene && failure === null && <MapLoading />}
  </>
)
