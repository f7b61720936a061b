import { useCallback, useEffect, useLayoutEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { z } from 'zod'
import { useMenuPages } from '../menu/menu-pages.ts'
import { routeAt } from '../registry.ts'
import { findHere, type Here } from './here.ts'
import { homeTab, resetTabs, showTab, type Tab, useTabs } from './tabs.ts'

/** See `asLeft`. */
const AsLeft = z.object({ asLeft: z.literal(true) })

type Shown = {
  /** Null while it is not known, or while it is left for `to`. */
  here: Here | null
  label: string | undefined
  /** Title of a tab in the current language. */
  labelOf: (tab: Tab) => string
  to: string | undefined
}

/** Content of the frame at the address, kept in the list of tabs. Source: spec 1, section 2.1. */
export function useHere(): Shown {
  const { t } = useTranslation(['shell', 'pages'])
  const { pathname, search, state, key: visit } = useLocation()
  const pages = useMenuPages(routeAt(pathname)?.isFree ? null : pathname)
  const found = useMemo(() => findHere(pathname, search, pages), [pathname, search, pages])
  const here = found && 'route' in found ? found : null
  useEffect(resetTabs, [])

  const nameOf = useCallback(
    ({ route, node, name }: Here) => node?.label ?? name ?? t(route.label, { defaultValue: route.label }),
    [t],
  )
  const labelOfTab = useCallback(
    ({ value, label }: Tab) => {
      const [path = '', text = ''] = value.split('?')
      const there = findHere(path, text && `?${text}`, pages)
      return there && 'route' in there && there.route.isTab !== false ? nameOf(there) : label
    },
    [pages, nameOf],
  )

  const left = useTabs(({ tabs, active }) => tabs.find(({ key }) => key === here?.key && key !== active)?.value)
  const isRestored = here !== null && left !== undefined && left !== here.value && AsLeft.safeParse(state).success
  const key = isRestored ? undefined : here?.key
  const label = here ? nameOf(here) : undefined
  const isTab = here?.route.isTab !== false
  const value = here?.value
  // Before the effects of the page, which may change its address.
  useLayoutEffect(() => {
    if (key !== undefined) useTabs.setState({ active: key })
  }, [key])
  // biome-ignore lint/correctness/useExhaustiveDependencies: every visit counts, also one that changes nothing
  useEffect(() => {
    if (key !== undefined && value !== undefined && label !== undefined && isTab)
      showTab({ key, value, label, close: key !== homeTab.key })
  }, [visit, key, value, label, isTab])

  const to = found && 'to' in found ? found.to : isRestored ? left : undefined
  return { here: isRestored ? null : here, label, labelOf: labelOfTab, to }
}
