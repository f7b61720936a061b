import type { Outcome } from '@huanwei/contract/terminals/endpoints'
import { type CameraAct, longestTurn } from '@huanwei/contract/video/codes'
import { moveCamera } from '@huanwei/contract/video/endpoints'
import { isTurn } from '@huanwei/contract/video/rules'
import { useEffect, useMemo, useState } from 'react'
import { call } from '../../lib/api.ts'
import { errorOf } from '../../lib/errors.ts'

/** A turn is said again well before the camera would stop by itself, and a step of the lens as often as a finger would press. ms. */
const turnAgainMs = longestTurn / 2.5
const stepAgainMs = 500

/** How the last command ended: the terminal's answer, or the words of a refusal. */
export type Moved = { outcome: Outcome } | { words: string }

/**
 * Moves a camera: `hold` does an act as long as it is held, `release` ends it, `tell` does it once. What is held ends with the component, with the
 * window's focus and when the page is hidden.
 */
export function usePtz(vehicleId: number, channel: number) {
  const [moved, setMoved] = useState<Moved>()
  const ptz = useMemo(() => createPtz({ vehicleId, channel }, setMoved), [vehicleId, channel])
  useEffect(() => {
    window.addEventListener('blur', ptz.release)
    document.addEventListener('visibilitychange', ptz.release)
    return () => {
      window.removeEventListener('blur', ptz.release)
      document.removeEventListener('visibilitychange', ptz.release)
      ptz.release()
    }
  }, [ptz])
  return { moved, ...ptz }
}

function createPtz(camera: { vehicleId: number; channel: number }, say: (moved: Moved) => void) {
  let held: { act: CameraAct; timer: ReturnType<typeof setInterval> } | undefined

  /** Resolves with true when the terminal obeys. */
  async function tell(act: CameraAct, preset?: number): Promise<boolean> {
    try {
      const outcome = await call(moveCamera, { ...camera, act, preset })
      // A stop that went well has nothing to say after a turn that did not.
      if (act !== 'stop' || outcome.outcome !== 'confirmed') say({ outcome })
      return outcome.outcome === 'confirmed'
    } catch (error) {
      say({ words: errorOf(error).message })
      return false
    }
  }

  function release() {
    if (!held) return
    const { act, timer } = held
    held = undefined
    clearInterval(timer)
    if (isTurn(act)) void tell('stop')
  }

  function hold(act: CameraAct) {
    if (held?.act === act) return
    release()
    let isOnTheWay = false
    async function say() {
      if (isOnTheWay) return
      isOnTheWay = true
      const isObeyed = await tell(act)
      isOnTheWay = false
      // A camera that does not obey is not told again and again, nor to stop.
      if (isObeyed || held?.timer !== timer) return
      clearInterval(timer)
      held = undefined
    }
    const timer = setInterval(say, isTurn(act) ? turnAgainMs : stepAgainMs)
    held = { act, timer }
    void say()
  }

  return { tell, hold, release }
}
