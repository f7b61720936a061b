import { Button } from 'antd'
import type { ReactNode } from 'react'
import { held } from './held.ts'

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
export const HeldButton = ({ name, icon, className, isPressed, children, onHold, onRelease }: Props) => (
  <Button
    className={className}
    size="small"
    icon={icon}
    title={name}
    aria-label={name}
    aria-pressed={isPressed}
    {...held(onHold, onRelease)}
  >
    {children}
  </Button>
)
