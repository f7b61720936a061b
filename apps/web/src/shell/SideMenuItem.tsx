import { DownOutlined } from '@ant-design/icons'
import type { MenuNode } from '@huanwei/contract/menus/endpoints'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import type { Ahead } from './ahead.ts'
import { MenuIcon } from './menu-icons.tsx'
import { labelOf, leadsTo, leavesOf } from './menu-tree.ts'
import { UnreadBadge } from './UnreadBadge.tsx'

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
  const { t } = useTranslation('shell')
  const { pathname } = useLocation()
  const queries = useQueryClient()
  const isActive = leadsTo(node, pathname)
  /** Null until somebody opened or closed it. */
  const [chosen, setChosen] = useState<boolean | null>(null)
  const isOpen = isFlyout || (chosen ?? (isShort || isActive))
  const label = labelOf(node, t)
  const face = (
    <>
      <span className="side-icon" aria-hidden="true">
        <MenuIcon icon={node.icon} name={node.name} isGroup={node.children.length > 0} />
      </span>
      <span className="side-label">{label}</span>
      {(isFlyout || !isOpen || node.children.length === 0) && <UnreadBadge paths={leavesOf([node])} />}
    </>
  )

  if (node.children.length === 0 && node.path !== null) {
    const { path } = node
    return (
      <li className="side-item">
        <Link
          to={path}
          className="side-face"
          aria-current={pathname === path ? 'page' : undefined}
          onPointerEnter={() => ahead.load(path)}
          onClick={() => {
            ahead.ask(queries, path)
            onNavigate()
          }}
        >
          {face}
        </Link>
      </li>
    )
  }
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
      {isOpen && (
        <ul className="side-children">
          {isFlyout && (
            <li className="side-caption" aria-hidden="true">
              {label}
            </li>
          )}
          {node.children.map((child) => (
            <SideMenuItem key={child.id} node={child} isFlyout={false} isShort={isShort} ahead={ahead} onNavigate={onNavigate} />
          ))}
        </ul>
      )}
    </li>
  )
}
