import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate } from 'react-router'
import { z } from 'zod'
import { readEntry, writeEntry } from '../lib/entries.ts'
import { useSettings } from '../lib/settings.ts'
import { useSite } from '../lib/site.ts'
import type { Ahead } from './ahead.ts'
import { ConnectionBanner } from './ConnectionBanner.tsx'
import { useTitle } from './Gate.tsx'
import { Header } from './header/Header.tsx'
import { ActiveContext, useActiveHere } from './menu/use-menu.ts'
import { PaletteKey } from './palette/PaletteKey.tsx'
import { SideMenu } from './side/SideMenu.tsx'
import { KeptPages } from './tabs/KeptPages.tsx'
import { TabBar } from './tabs/TabBar.tsx'
import { useHere } from './tabs/use-here.ts'
import { useWidthLevel } from './width.ts'

/** Header, side menu, tab bar and the page. On a phone the menu is a drawer over the page. Source: spec 1, section 2.5. */
export function Frame({ ahead, tools }: { ahead: Ahead; tools: ReactNode }) {
  const { t } = useTranslation(['shell', 'common'])
  const site = useSite((s) => s.site)
  const level = useWidthLevel()
  const hasTabs = useSettings((s) => s.showTag)
  const [isCollapsed, setCollapsed] = useState(level === 0 || wasCollapsed(level))
  const [levelBefore, setLevelBefore] = useState(level)
  // As a drawer it would cover the page.
  if (level !== levelBefore) {
    setLevelBefore(level)
    if (level === 0 || levelBefore === 0) setCollapsed(level === 0 || wasCollapsed(level))
  }
  const { here, label, labelOf, to } = useHere()
  useTitle(label, site?.title ?? t('common:product'))
  const isActive = useActiveHere()

  const collapse = (collapsed: boolean) => {
    setCollapsed(collapsed)
    writeEntry('isCollapse', collapsed, 'session')
  }

  const isDrawer = level === 0
  return (
    <ActiveContext value={isActive}>
      <div className={`frame ${isDrawer ? 'frame-narrow' : ''} ${isCollapsed ? 'frame-collapsed' : ''}`}>
        <a className="skip" href="#content">
          {t('skip')}
        </a>
        <PaletteKey />
        <Header ahead={ahead} tools={tools} isCollapsed={isCollapsed} isHidden={isDrawer && isCollapsed} onCollapse={collapse} />
        {isDrawer && !isCollapsed && (
          <button type="button" className="side-veil" aria-label={t('menu.collapse')} onClick={() => collapse(true)} />
        )}
        <SideMenu
          isCollapsed={isCollapsed}
          isDrawer={isDrawer}
          ahead={ahead}
          onNavigate={() => level <= 1 && collapse(true)}
          onClose={() => collapse(true)}
        />
        <div className={hasTabs ? 'frame-main' : 'frame-main frame-tabless'}>
          {hasTabs && <TabBar active={here?.refreshes ?? here?.key ?? null} labelOf={labelOf} />}
          <ConnectionBanner />
          <main id="content" className="content" tabIndex={-1}>
            <KeptPages here={here} />
            {to !== undefined && <Navigate to={to} replace />}
          </main>
        </div>
      </div>
    </ActiveContext>
  )
}

/** The user's last choice; closed at first in narrow windows. */
const wasCollapsed = (level: number) => readEntry('isCollapse', z.boolean()) ?? level === 1
