import { useQuery } from '@tanstack/react-query'
import { leavesOf, visibleMenus } from '../../shell/menu-tree.ts'
import { menuQuery } from '../../shell/query-client.ts'

/** Tells whether the menu of the person leads to a page; to none until it is there. */
export function usePages() {
  const { data } = useQuery({ ...menuQuery, select: visibleMenus, staleTime: pagesStaleMs })
  const paths = data ? leavesOf(data) : []
  return (path: string) => paths.includes(path)
}

/** As the side menu does. */
const pagesStaleMs = 60_000
