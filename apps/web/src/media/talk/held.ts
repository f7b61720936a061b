import type { KeyboardEvent, MouseEvent, PointerEvent } from 'react'

/** How long a click without a press counts as held, ms. */
const tapMs = 500

/** What a button listens to that acts from press to release: by pointer, Space or Enter, and by the click of a screen reader. */
export const held = (onHold: () => void, onRelease: () => void) => ({
  onPointerDown(event: PointerEvent<HTMLElement>) {
    if (event.button !== 0) return
    // The focus leaves another button before this one is held, and the release belongs to it wherever the pointer is by then.
    event.preventDefault()
    event.currentTarget.focus()
    event.currentTarget.setPointerCapture(event.pointerId)
    onHold()
  },
  onPointerUp: onRelease,
  onPointerCancel: onRelease,
  onKeyDown(event: KeyboardEvent) {
    if (event.key !== ' ' && event.key !== 'Enter') return
    event.preventDefault()
    if (!event.repeat) onHold()
  },
  onKeyUp: onRelease,
  onBlur: onRelease,
  /** A screen reader clicks without pressing. */
  onClick(event: MouseEvent) {
    if (event.detail > 0) return
    onHold()
    setTimeout(onRelease, tapMs)
  },
  onContextMenu: (event: MouseEvent) => event.preventDefault(),
})
