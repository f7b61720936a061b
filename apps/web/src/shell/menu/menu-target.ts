import { ownBoardId } from '@huanwei/contract/boards/codes'
import { boardPaths } from '@huanwei/contract/menus/codes'
import type { MenuNode } from '@huanwei/contract/menus/endpoints'
import { outerOrigin } from '@huanwei/contract/menus/rules'
import type { UnitLinks } from '@huanwei/contract/units/endpoints'
import { addressOf } from './menu-pages.ts'

/** The tenant whose live video is a page of its GPS supplier. Source: spec 1, section 2.5. */
const gpsTenant = 62
const videoPaths = ['/monitor/video', '/monitor/video/index']
const feixiangPath = '/page-feixiang'

/** Effect of choosing an item: shows a page, opens another window, fetches a token first; `missing` is a link that is not set. */
export type MenuTarget =
  | { kind: 'page'; to: string }
  | { kind: 'window'; href: string }
  | { kind: 'evaluation' }
  | { kind: 'missing'; what: 'gps' | 'outside' }

/** True when the target of an item depends on the links of the organisation. */
export const needsLinks = ({ path }: MenuNode, tenantId: number) =>
  outerOrigin(path) !== undefined || path === feixiangPath || (tenantId === gpsTenant && videoPaths.includes(path))

/** True for the address of a board, which opens in a window of its own. */
export const isBoard = (path: string) =>
  ownBoardId(path) !== undefined || boardPaths.some((board) => path === board || `${path}/index` === board)

/** Target of a page of the menu. `links` is undefined until loaded. Source: spec 1, section 2.5. */
export function targetOf(node: MenuNode, links: UnitLinks | undefined, tenantId: number): MenuTarget {
  const { path } = node
  if (path.startsWith('/cwy')) return { kind: 'evaluation' }
  if (tenantId === gpsTenant && videoPaths.includes(path))
    return links?.gpsUrl ? { kind: 'window', href: links.gpsUrl } : { kind: 'missing', what: 'gps' }
  if (path === feixiangPath && links?.feixiangUrl) return { kind: 'window', href: links.feixiangUrl }
  const origin = outerOrigin(path)
  if (origin && !links?.frameOrigins.includes(origin)) return { kind: 'missing', what: 'outside' }
  if (isBoard(path)) return { kind: 'window', href: `${path}?${new URLSearchParams({ ...node.query, title: node.label })}` }
  return { kind: 'page', to: addressOf(node) ?? path }
}
