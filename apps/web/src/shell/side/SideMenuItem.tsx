import { DownOutlined } from '@ant-design/icons'
import type { MenuNode } from '@huanwei/contract/menus/endpoints'
import { useState } from 'react'
import type { Ahead } from '../ahead.ts'
import { MenuLink } from '../menu/MenuLink.tsx'
import { MenuIcon } from '../menu/menu-icons.tsx'
import { addressesOf, leadsTo } from '../menu/menu-tree.ts'
import { useActive } from '../menu/use-menu.ts'
import { WaitingBadge } from '../messages/WaitingBadge.tsx'
import { SideFlyout } from './SideFlyout.tsx'

type Props = {
  node: MenuNode
  isFlyout: boolean
  /** A short menu shows its pages at once; a long one only the group of the page shown. */
  isShort: boolean
  ahead: Ahead
  onNavigate: () => void
}

/** A page as a link, a group as a button with its pages below it (or beside it, as a flyout). */
export function SideMenuItem({ node, isFlyout, isShort, ahead, onNavigate }: Props) {
  const isActive = leadsTo(node, useActive())
  const isGroup = node.children.length > 0
  /** Null until somebody opened or closed it. */
  const [chosen, setChosen] = useState<boolean | null>(null)
  const isOpen = chosen ?? (isShort || isActive)
  const { label } = node
  const face = (
    <>
      <span className="side-icon" aria-hidden="true">
        <MenuIcon icon={node.icon} name={node.key} isGroup={isGroup} />
      </span>
      <span className="side-label">{label}</span>
      {(isFlyout || !isOpen || !isGroup) && <WaitingBadge paths={addressesOf([node])} />}
    </>
  )
  const children = node.children.map((child) => (
    <SideMenuItem key={child.id} node={child} isFlyout={false} isShort={isShort} ahead={ahead} onNavigate={onNavigate} />
  ))

  if (isFlyout)
    return (
      <SideFlyout label={label} face={face} isActive={isActive} items={children}>
        {!isGroup && (
          <MenuLink node={node} className="side-face" ahead={ahead} onNavigate={onNavigate}>
            {face}
          </MenuLink>
        )}
      </SideFlyout>
    )
  if (!isGroup)
    return (
      <li className="side-item">
        <MenuLink node={node} className="side-face" ahead={ahead} onNavigate={onNavigate}>
          {face}
        </MenuLink>
      </li>
    )
  return (
    <li className="side-item side-group">
      <button
        type="button"
        className={isActive ? 'side-face side-within' : 'side-face'}
        aria-expanded={isOpen}
        onClick={() => setChosen(!isOpen)}
      >
        {face}
        <DownOutlined className="side-arrow" aria-hidden="true" />
      </button>
      {isOpen && <ul className="side-children">{children}</ul>}
    </li>
  )
}
