/** A map that lives outside React: React starts, feeds, rests and ends it. */
export type Scene = {
  /** Stops drawing and listening, keeps the picture and the camera. */
  pause(): void
  resume(): void
  /** Frees everything; nothing may be called afterwards. */
  remove(): void
}

/** This browser or machine has no WebGL 2. */
export class NoWebGl extends Error {
  override readonly name = 'NoWebGl'
  constructor(options?: ErrorOptions) {
    super('WebGL 2 is not available', options)
  }
}

/** Interval of work on a resting scene, ms. */
const sweepMs = 5000
const parked = new Map<Scene, HTMLElement>()
let timer: ReturnType<typeof setTimeout> | undefined

/**
 * Rests a scene whose component is hidden or gone. React does not tell which of the two: a hidden one keeps its element in the
 * document, one that is gone does not, and is removed.
 */
export function park(scene: Scene, element: HTMLElement) {
  scene.pause()
  parked.set(scene, element)
  clearTimeout(timer)
  timer = setTimeout(sweep, 0)
}

/** Wakes a scene that may have rested. */
export function unpark(scene: Scene) {
  parked.delete(scene)
  scene.resume()
}

function sweep() {
  for (const [scene, element] of parked) {
    if (element.isConnected) continue
    parked.delete(scene)
    scene.remove()
  }
  timer = parked.size ? setTimeout(sweep, sweepMs) : undefined
}
