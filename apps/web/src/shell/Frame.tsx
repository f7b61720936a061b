import { Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Outlet, useLocation, useMatches } from 'react-router'
import { z } from 'zod'
import { readEntry, writeEntry } from '../lib/entries.ts'
import { PageHandle } from '../lib/page.tsx'
import { useSite } from '../lib/site.ts'
import type { Ahead } from './ahead.ts'
import { useTitle } from './Gate.tsx'
import { Header } from './Header.tsx'
import { PageBoundary } from './PageBoundary.tsx'
import { PageSkeleton } from './PageSkeleton.tsx'
import { SideMenu } from './SideMenu.tsx'
import { TabBar } from './TabBar.tsx'
import { homeTab, resetTabs, showTab } from './tabs.ts'
import { useWidthLevel } from './width.ts'

/** Header, side menu, tab bar and the page. On a phone the menu is a drawer over the page. Source: spec 1, section 2.5. */
export function Frame({ ahead }: { ahead: Ahead }) {
  const { t } = useTranslation(['shell', 'common'])
  const { pathname, search } = useLocation()
  const site = useSite((s) => s.site)
  const level = useWidthLevel()
  const [isCollapsed, setCollapsed] = useState(() => level === 0 || (readEntry('isCollapse', z.boolean()) ?? level === 1))
  const page = PageHandle.safeParse(useMatches().at(-1)?.handle).data
  useTitle(page && t(page.label), site?.title ?? t('common:product'))

  const collapse = (collapsed: boolean) => {
    setCollapsed(collapsed)
    writeEntry('isCollapse', collapsed, 'session')
  }
  useEffect(resetTabs, [])
  useEffect(() => {
    if (page?.isTab) showTab({ path: pathname, value: pathname + search, label: page.label, close: pathname !== homeTab.path })
  }, [page?.isTab, page?.label, pathname, search])

  const isDrawer = level === 0
  return (
    <div className={`frame ${isDrawer ? 'frame-narrow' : ''} ${isCollapsed ? 'frame-collapsed' : ''}`}>
      <a className="skip" href="#content">
        {t('skip')}
      </a>
      <Header isCollapsed={isCollapsed} isHidden={isDrawer && isCollapsed} onCollapse={collapse} />
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
      <div className="frame-main">
        <TabBar active={pathname} />
        <main id="content" className="content" tabIndex={-1}>
          <PageBoundary key={pathname}>
            <Suspense fallback={<PageSkeleton />}>
              <Outlet />
            </Suspense>
          </PageBoundary>
        </main>
      </div>
    </div>
  )
}
