/** Fetches what draws maps, which is as much code as the rest of a board. */
export const loadBoardScene = () => import('../../../map/scene/board-scene.ts')

/** The same before the map is drawn; a failed fetch shows itself there. */
export const fetchSceneEarly = () => void Promise.allSettled([loadBoardScene()])
