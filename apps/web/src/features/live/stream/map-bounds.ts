import { create } from 'zustand'
import type { Bounds } from '../../../map/scene/live-scene.ts'

/** The part of the earth that the live map shows; undefined without a map. */
export const useMapBounds = create<{ bounds: Bounds | undefined }>(() => ({ bounds: undefined }))

export const setMapBounds = (bounds: Bounds | undefined) => useMapBounds.setState({ bounds })
