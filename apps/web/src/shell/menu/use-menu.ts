import { getMenu } from '@huanwei/contract/menus/endpoints'
import { useQuery } from '@tanstack/react-query'
import { createContext, use, useMemo } from 'react'
import { useLocation } from 'react-router'
import { query } from '../../lib/api.ts'
import { useSubSystem } from '../navigation/sub-system.ts'
import { menuQuery } from '../query-client.ts'
import { activeAt, visibleMenus } from './menu-tree.ts'

/** The sub-systems of the person; none where the menu has none. Source: spec 1, section 6. */
export const useSubSystems = () => useQuery({ ...menuQuery, ...query(getMenu, { type: 'top' }) }).data ?? []

/** The chosen sub-system; undefined while the whole menu is shown, also when the chosen one is no longer theirs. */
export function useChosenSubSystem() {
  const id = useSubSystem((s) => s.id)
  return useSubSystems().find((one) => one.id === id)
}

/** The menu shown beside the page: that of the chosen sub-system, else all of it. */
export function useMenu() {
  const chosen = useChosenSubSystem()
  return useQuery({ ...menuQuery, ...(chosen && query(getMenu, { parentId: chosen.id })), select: visibleMenus })
}

/** Tells which pages of the menu beside the page are active; none where no frame provides it. */
export const ActiveContext = createContext<ReturnType<typeof activeAt>>(() => false)
export const useActive = () => use(ActiveContext)

/** The same, found from menu and address: once for the frame, whose every link asks. */
export function useActiveHere() {
  const { data } = useMenu()
  const { pathname, search } = useLocation()
  return useMemo(() => activeAt(data ?? [], pathname, search), [data, pathname, search])
}
