import './top-menu.css'
import { DownOutlined } from '@ant-design/icons'
import type { MenuNode } from '@huanwei/contract/menus/endpoints'
import { useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PopMenu } from '../../ui/menu/PopMenu.tsx'
import type { Ahead } from '../ahead.ts'
import { MenuLink } from './MenuLink.tsx'
import { leadsTo, pagesOf } from './menu-tree.ts'
import { useActive, useMenu } from './use-menu.ts'
import { useFollow, useTargets } from './use-target.ts'

/** The first level of the menu beside the title; what does not fit waits behind 更多. Source: spec 1, section 2.5. */
export function TopMenu({ ahead }: { ahead: Ahead }) {
  const { t } = useTranslation('shell')
  const nodes = useMenu().data ?? []
  const list = useRef<HTMLUListElement>(null)
  /** Number in the first line. */
  const [fitting, setFitting] = useState(Number.POSITIVE_INFINITY)
  const count = nodes.length

  // biome-ignore lint/correctness/useExhaustiveDependencies: measured anew when there are other items
  useLayoutEffect(() => {
    const box = list.current
    if (!box) return
    // It tells at the start too, when the browser has laid the page out anyway.
    const observer = new ResizeObserver(() => {
      const items = [...box.children].filter((item) => item instanceof HTMLElement)
      const top = items[0]?.offsetTop
      setFitting(items.filter(({ offsetTop }) => offsetTop === top).length)
    })
    observer.observe(box)
    return () => observer.disconnect()
  }, [count])

  return (
    <nav className="top-menu" aria-label={t('menu.top')}>
      <ul ref={list}>
        {nodes.map((node, i) => (
          <li key={node.id} inert={i >= fitting}>
            <TopItem node={node} ahead={ahead} />
          </li>
        ))}
      </ul>
      {fitting < count && <TopGroup label={t('menu.more')} nodes={nodes.slice(fitting)} ahead={ahead} isWithGroups />}
    </nav>
  )
}

function TopItem({ node, ahead }: { node: MenuNode; ahead: Ahead }) {
  const { label } = node
  if (node.children.length > 0) return <TopGroup label={label} nodes={[node]} ahead={ahead} />
  return (
    <MenuLink node={node} className="top-item" ahead={ahead}>
      {label}
    </MenuLink>
  )
}

/** The pages below `nodes`, as commands; `isWithGroups` says with each which group it is of. */
function TopGroup(props: { label: string; nodes: MenuNode[]; ahead: Ahead; isWithGroups?: boolean }) {
  const { label, nodes, ahead, isWithGroups } = props
  const isActive = useActive()
  const [isOpen, setOpen] = useState(false)
  const pages = pagesOf(nodes)
  const follow = useFollow(ahead)
  const targetOf = useTargets(isOpen ? pages : [])
  const textOf = (page: MenuNode) => {
    const group = isWithGroups ? nodes.find((node) => node !== page && pagesOf([node]).includes(page)) : undefined
    return [group, page].flatMap((node) => node?.label ?? []).join(' / ')
  }
  return (
    <div className="top-group">
      <button
        type="button"
        className="top-item"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        data-within={nodes.some((node) => leadsTo(node, isActive)) ? '' : undefined}
        onClick={() => setOpen(true)}
      >
        {label}
        <DownOutlined aria-hidden="true" />
      </button>
      {isOpen && (
        <PopMenu
          label={label}
          items={pages.map((page) => ({
            key: String(page.id),
            label: textOf(page),
            onClick: () => follow(targetOf(page)),
          }))}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  )
}
