import { getMenu } from '@huanwei/contract/menus/endpoints'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { query } from '../../lib/api.ts'
import { addressOf } from '../menu/menu-pages.ts'
import { pagesOf, visibleMenus } from '../menu/menu-tree.ts'
import { menuQuery } from '../query-client.ts'
import { chooseSubSystem, useSubSystem } from './sub-system.ts'

/**
 * Shows the menu of a sub-system (the whole menu for null) and its first page, unless the person went elsewhere before the menu came.
 * What fails shows itself in the side menu.
 */
export function useEnterSubSystem() {
  const queries = useQueryClient()
  const navigate = useNavigate()
  return async (id: number | null) => {
    chooseSubSystem(id)
    const { pathname } = window.location
    const options = id === null ? menuQuery : { ...menuQuery, ...query(getMenu, { parentId: id }) }
    const menu = await queries.fetchQuery(options).catch(() => [])
    if (window.location.pathname !== pathname || useSubSystem.getState().id !== id) return
    const first = pagesOf(visibleMenus(menu))
      .map(addressOf)
      .find((address) => address?.startsWith('/'))
    await navigate(first ?? '/wel/index')
  }
}
