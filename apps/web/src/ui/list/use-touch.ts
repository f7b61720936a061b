import { type FocusEvent, useEffect, useEffectEvent, useRef } from 'react'

/** Handlers of a box that tell when the pointer or the focus comes to it, and when neither is there any more. */
export function useTouch(onTouch: ((isTouched: boolean) => void) | undefined) {
  const at = useRef({ pointer: false, focus: false })
  const tell = useEffectEvent((change: Partial<typeof at.current>) => {
    const before = at.current.pointer || at.current.focus
    Object.assign(at.current, change)
    const now = at.current.pointer || at.current.focus
    if (now !== before) onTouch?.(now)
  })
  useEffect(() => () => tell({ pointer: false, focus: false }), [])
  return {
    onPointerEnter: () => tell({ pointer: true }),
    onPointerLeave: () => tell({ pointer: false }),
    onFocus: () => tell({ focus: true }),
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => !currentTarget.contains(relatedTarget) && tell({ focus: false }),
  }
}
