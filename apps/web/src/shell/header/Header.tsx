import './header.css'
import { MenuFoldOutlined, MenuUnfoldOutlined } from '@ant-design/icons'
import type { MenuNode } from '@huanwei/contract/menus/endpoints'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSettings } from '../../lib/settings.ts'
import type { Ahead } from '../ahead.ts'
import { addressesOf, visibleMenus } from '../menu/menu-tree.ts'
import { TopMenu } from '../menu/TopMenu.tsx'
import { WaitingBadge } from '../messages/WaitingBadge.tsx'
import { PaletteButton } from '../palette/PaletteButton.tsx'
import { menuQuery } from '../query-client.ts'
import { useWidthLevel } from '../width.ts'
import { HeaderTools } from './HeaderTools.tsx'
import { SystemTitle } from './SystemTitle.tsx'
import { UserMenu } from './UserMenu.tsx'

type Props = {
  isCollapsed: boolean
  /** The menu is hidden, so its button shows how much waits. */
  isHidden: boolean
  ahead: Ahead
  /** Commands of features, among the others. */
  tools: ReactNode
  onCollapse: (collapsed: boolean) => void
}

/** From the left: the menu's button, the title, the first level of the menu; from the right: who is logged in, the commands. Source: spec 1, section 2.5. */
export function Header({ isCollapsed, isHidden, ahead, tools, onCollapse }: Props) {
  const { t } = useTranslation('shell')
  const level = useWidthLevel()
  const hasToggle = useSettings((s) => s.showCollapse)
  const hasTopMenu = useSettings((s) => s.showMenu)
  return (
    <header className="header">
      {(hasToggle || isHidden || level === 0) && (
        <button
          type="button"
          className="icon-button"
          aria-expanded={!isCollapsed}
          aria-controls="side-menu"
          onClick={() => onCollapse(!isCollapsed)}
        >
          <span className="visually-hidden">{isCollapsed ? t('menu.expand') : t('menu.collapse')}</span>
          {isCollapsed ? <MenuUnfoldOutlined aria-hidden="true" /> : <MenuFoldOutlined aria-hidden="true" />}
          {isHidden && <MenuBadge />}
        </button>
      )}
      <SystemTitle />
      {hasTopMenu && level > 1 ? <TopMenu ahead={ahead} /> : <div className="top-menu" />}
      <div className="header-right">
        <PaletteButton />
        <HeaderTools tools={tools} />
        <UserMenu />
      </div>
    </header>
  )
}

const placesOf = (menu: MenuNode[]) => addressesOf(visibleMenus(menu))

/** What waits on all pages of the menu: as many as its items say together. */
const MenuBadge = () => <WaitingBadge paths={useQuery({ ...menuQuery, select: placesOf }).data ?? []} />
