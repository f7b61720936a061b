import './side.css'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { Ahead } from './ahead.ts'
import { leavesOf, visibleMenus } from './menu-tree.ts'
import { menuQuery } from './query-client.ts'
import { SideMenuItem } from './SideMenuItem.tsx'

/** Up to so many pages all groups start open. */
const shortMenu = 12

type Props = {
  isCollapsed: boolean
  /** Lies over the page instead of beside it. */
  isDrawer: boolean
  ahead: Ahead
  onNavigate: () => void
  onClose: () => void
}

/** The user's menu tree. Collapsed it shows the first level's icons, whose groups fly out. Source: spec 1, section 2.5. */
export function SideMenu({ isCollapsed, isDrawer, ahead, onNavigate, onClose }: Props) {
  const { t } = useTranslation(['shell', 'common'])
  const menu = useQuery({ ...menuQuery, staleTime: 60_000, select: visibleMenus })

  // The code of the pages comes while the menu is read.
  useEffect(() => {
    if (!menu.data) return
    const timer = setTimeout(() => leavesOf(menu.data).map(ahead.load), 1500)
    return () => clearTimeout(timer)
  }, [menu.data, ahead])

  const isShort = menu.data !== undefined && leavesOf(menu.data).length <= shortMenu
  const closeOnEscape = (event: KeyboardEvent) => {
    if (isDrawer && event.key === 'Escape') onClose()
  }
  return (
    <nav
      id="side-menu"
      className={isCollapsed ? 'side side-collapsed' : 'side'}
      aria-label={t('menu.title')}
      inert={isDrawer && isCollapsed}
      onKeyDown={closeOnEscape}
    >
      {menu.isPending && (
        <div className="side-waiting" role="status" aria-label={t('common:loading')}>
          <div className="bone" />
          <div className="bone" />
          <div className="bone" />
        </div>
      )}
      {menu.isError && (
        <p className="side-none">
          {t('menu.failed')}
          <button type="button" onClick={() => void menu.refetch()}>
            {t('common:action.retry')}
          </button>
        </p>
      )}
      {menu.data?.length === 0 && <p className="side-none">{t('menu.none')}</p>}
      {menu.data && menu.data.length > 0 && (
        <ul className="side-list">
          {menu.data.map((node) => (
            <SideMenuItem
              key={node.id}
              node={node}
              isFlyout={isCollapsed && !isDrawer}
              isShort={isShort}
              ahead={ahead}
              onNavigate={onNavigate}
            />
          ))}
        </ul>
      )}
    </nav>
  )
}
