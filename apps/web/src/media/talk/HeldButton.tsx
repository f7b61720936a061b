import { Button } from 'antd'
import type { KeyboardEvent, MouseEvent, PointerEvent, ReactNode } from 'react'

/** How long a click without a press counts as held, ms. */
const tapMs = 500

type Props = {
  name: string
  icon: ReactNode
  className: string
  isPressed?: boolean
  /** Seen beside the sign. */
  children?: string | undefined
  onHold: () => void
  onRelease: () => void
}

/** A button that acts from press to release. */
export function HeldButton({ name, icon, className, isPressed, children, onHold, onRelease }: Props) {
  const press = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return
    // The focus leaves another button before this one is held, and the release belongs to it wherever the pointer is by then.
    event.preventDefault()
    event.currentTarget.focus()
    event.currentTarget.setPointerCapture(event.pointerId)
    onHold()
  }
  const pressKey = (event: KeyboardEvent) => {
    if (event.key !== ' ' && event.key !== 'Enter') return
    event.preventDefault()
    if (!event.repeat) onHold()
  }
  /** A screen reader clicks without pressing. */
  const tap = (event: MouseEvent) => {
    if (event.detail > 0) return
    onHold()
    setTimeout(onRelease, tapMs)
  }
  return (
    <Button
      className={className}
      size="small"
      icon={icon}
      title={name}
      aria-label={name}
      aria-pressed={isPressed}
      onPointerDown={press}
      onPointerUp={onRelease}
      onPointerCancel={onRelease}
      onKeyDown={pressKey}
      onKeyUp={onRelease}
      onBlur={onRelease}
      onClick={tap}
      onContextMenu={(event) => event.preventDefault()}
    >
      {children}
    </Button>
  )
}
