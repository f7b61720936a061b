import { addressWithin } from '@huanwei/contract/boards/rules'
import { type ReactNode, useContext } from 'react'
import { BoardAccess, useHasLinks } from '../engine/board-access.ts'
import './list-link.css'

type Props = {
  /** Address of the list behind what is shown; null for none. */
  href: string | null | undefined
  /** What a screen reader calls the link. */
  name: string
  className?: string
  /** -1 where the Tab key passes it by. */
  tabIndex?: number
  children: ReactNode
}

/** Contents of a panel; for who is logged in the way to the list behind them. */
export function ListLink({ href, name, className, tabIndex, children }: Props) {
  const { deptId } = useContext(BoardAccess)
  if (!useHasLinks() || !href) return className ? <b className={className}>{children}</b> : children
  return (
    <a
      className={className}
      tabIndex={tabIndex}
      href={addressWithin(href, deptId)}
      target="_blank"
      rel="noreferrer"
      aria-label={name}
    >
      {children}
    </a>
  )
}
