import { useQuery } from '@tanstack/react-query'
import { addressesOf, visibleMenus } from '../../shell/menu/menu-tree.ts'
import { menuQuery } from '../../shell/query-client.ts'

/** Tells whether the menu of the person leads to a page; to none until it is there. */
export function usePages() {
  const { data } = useQuery({ ...menuQuery, select: visibleMenus, staleTime: pagesStaleMs })
  const paths = data ? addressesOf(data) : []
  return (path: string) => paths.includes(path)
}

/** The same as in the side menu. */
const pagesStaleMs = 60_000
