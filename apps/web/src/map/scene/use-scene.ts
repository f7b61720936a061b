import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { park, type Scene, unpark } from './scene.ts'

/**
 * Opens a scene in an element, rests it while the component is hidden under `<Activity>`, and ends it with the component.
 * `open` is called once, and again by `retry` after a failure. `scene` is null until it is open.
 */
export function useScene<S extends Scene>(
  open: (element: HTMLElement) => Promise<S>,
): { element: RefObject<HTMLDivElement | null>; scene: S | null; failure: unknown; retry: () => void } {
  const element = useRef<HTMLDivElement>(null)
  const held = useRef<Promise<S> | null>(null)
  const [scene, setScene] = useState<S | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const [attempt, setAttempt] = useState(0)
  const openNow = useEffectEvent(open)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt opens again
  useEffect(() => {
    const place = element.current
    if (!place) return
    let isHere = true
    held.current ??= openNow(place)
    const opening = held.current
    opening.then(
      (opened) => {
        if (!isHere) return
        unpark(opened)
        setScene(opened)
      },
      (error: unknown) => {
        held.current = null
        if (isHere) setFailure(error)
      },
    )
    return () => {
      isHere = false
      opening.then(
        (opened) => park(opened, place),
        () => undefined,
      )
    }
  }, [attempt])

  const retry = () => {
    setFailure(null)
    setAttempt((count) => count + 1)
  }
  return { element, scene, failure, retry }
}
