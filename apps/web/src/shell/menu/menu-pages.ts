import { getMenu, type MenuNode } from '@huanwei/contract/menus/endpoints'
import { outerOrigin } from '@huanwei/contract/menus/rules'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { query } from '../../lib/api.ts'
import { menuQuery } from '../query-client.ts'
import { routeAt } from '../registry.ts'

/** The pages that a person's menu holds, by path; one path may stand in several items that differ in their query. */
export type MenuPages = ReadonlyMap<string, readonly MenuNode[]>

/** The page that a leaf's path leads to: leaf items get an index child. Source: spec 1, section 2.4. */
export const pagePath = (path: string) => (routeAt(path) || path.endsWith('/index') ? path : `${path}/index`)

/** Path of a menu item with its query; an outside address opens in the frame. Null for a group. Source: spec 4, S0 §2.1. */
export function addressOf({ path, query: fields, label, isGroup, children }: MenuNode): string | null {
  if (isGroup || children.length > 0) return null
  const isOutside = outerOrigin(path) !== undefined
  const search = new URLSearchParams(isOutside ? { src: path, name: label } : fields).toString()
  return [isOutside ? '/myiframe/urlPath' : pagePath(path), ...(search ? [search] : [])].join('?')
}

/** All pages of `trees`, hidden items too: hidden is only what stands in the menu. */
export function heldPages(...trees: readonly MenuNode[][]): MenuPages {
  const pages = new Map<string, MenuNode[]>()
  const walk = (nodes: readonly MenuNode[]) => {
    for (const node of nodes) {
      if (node.children.length > 0) walk(node.children)
      else if (!node.isGroup) {
        const path = outerOrigin(node.path) === undefined ? pagePath(node.path) : node.path
        pages.set(path, [...(pages.get(path) ?? []), node])
      }
    }
  }
  for (const tree of trees) walk(tree)
  return pages
}

/** Those of `nodes` whose query fits the address best. */
export function fittingNodes(nodes: readonly MenuNode[], search: URLSearchParams): MenuNode[] {
  const fits = ({ query: fields }: MenuNode) => Object.entries(fields).every(([name, value]) => search.get(name) === value)
  const width = (node: MenuNode) => Object.keys(node.query).length
  const fitting = nodes.filter(fits)
  const most = Math.max(...fitting.map(width))
  return fitting.filter((node) => width(node) === most)
}

/**
 * The pages of the person's menu, those of the sub-systems too once `path` is not in the menu beside them. Undefined while it is not
 * known whether `path` is held (null: does not matter), null when the menu cannot be had.
 */
export function useMenuPages(path: string | null): MenuPages | null | undefined {
  const main = useQuery(menuQuery)
  const wanted = path && pagePath(path)
  const isMissing = useMemo(() => !!main.data && !!wanted && !heldPages(main.data).has(wanted), [main.data, wanted])
  const tops = useQuery({ ...query(getMenu, { type: 'top' }), enabled: isMissing })
  const below = useQueries({
    queries: (tops.data ?? []).map(({ id }) => ({ ...query(getMenu, { parentId: id }), enabled: isMissing })),
    combine: (results) => ({
      isPending: results.some(({ isPending }) => isPending),
      trees: results.flatMap(({ data }) => (data ? [data] : [])),
    }),
  })
  const pages = useMemo(() => (main.data ? heldPages(main.data, ...below.trees) : undefined), [main.data, below.trees])
  if (main.isError && !main.data) return null
  if (!pages || !isMissing || (wanted && pages.has(wanted))) return pages
  return tops.isPending || below.isPending ? undefined : pages
}
