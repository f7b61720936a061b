import { type RefObject, useEffect, useSyncExternalStore } from 'react'

const onFullScreen = (listener: () => void) => {
  document.addEventListener('fullscreenchange', listener)
  return () => document.removeEventListener('fullscreenchange', listener)
}

/** True while `frame` fills the screen, and a function that changes it. */
export function useFullScreen(frame: RefObject<HTMLElement | null>) {
  const isFull = useSyncExternalStore(onFullScreen, () => !!frame.current && document.fullscreenElement === frame.current)
  const toggle = () => (isFull ? document.exitFullscreen() : frame.current?.requestFullscreen({ navigationUI: 'hide' }))
  return { isFull, toggle }
}

/**
 * The keyboard of a field that fills the screen: Esc leaves the full screen and not the form around it, Tab stays among the controls in
 * sight, and Ctrl+Enter, which sends the form, leaves it too, as the answer stands beside the field.
 */
export function useFullScreenKeys(frame: RefObject<HTMLElement | null>) {
  useEffect(() => {
    function press(event: KeyboardEvent) {
      // Asked of the browser: React hears of the full screen a moment after a person can press a key in it.
      if (!frame.current || document.fullscreenElement !== frame.current) return
      const isSent = event.key === 'Enter' && (event.ctrlKey || event.metaKey)
      if (event.key === 'Tab') stayWithin(frame.current, event)
      if (event.key === 'Escape') {
        event.preventDefault()
        event.stopPropagation()
      }
      if (event.key === 'Escape' || isSent) void document.exitFullscreen()
    }
    // Before the form hears of it.
    window.addEventListener('keydown', press, { capture: true })
    return () => window.removeEventListener('keydown', press, { capture: true })
  }, [frame])
}

/** Tab from the last control goes to the first and back, and from outside to the first. */
function stayWithin(frame: HTMLElement, event: KeyboardEvent) {
  const controls = [...frame.querySelectorAll<HTMLElement>(':is(button, input, select, textarea):enabled, [tabindex]')]
  const round = controls.filter((one) => one.tabIndex >= 0)
  const [from, to] = event.shiftKey ? [round[0], round.at(-1)] : [round.at(-1), round[0]]
  const focused = document.activeElement
  if (focused !== from && frame.contains(focused)) return
  event.preventDefault()
  to?.focus()
}
