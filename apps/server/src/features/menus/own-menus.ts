import { homeKey, homePath } from '@huanwei/contract/home/codes'
import { MenuType, menuRootId } from '@huanwei/contract/menus/codes'
import { getMenu, type MenuNode } from '@huanwei/contract/menus/endpoints'
import type { Language } from '@huanwei/words/languages'
import type { Changes } from '../../db/changes.ts'
import type { Database } from '../../db/connect.ts'
import type { Viewer } from '../../http/viewer.ts'
import { faceOf } from './menu-labels.ts'
import { findMenus, type MenuLine } from './queries.ts'

/** Role sets, each in a language, that are kept at a time. */
const mostKept = 500

/** Tables whose changes make other menus. */
const menuTables = ['sys_menu', 'sys_role', 'sys_role_menu'] as const

/** Items that a set of roles holds, with the replies written so far by what was asked. */
type Kept = { tenantId: number; lines: Promise<MenuLine[]>; replies: Map<string, string> }

/** The items below one, or the sub-systems. */
type Asked = { parentId: number; type?: 'top' | undefined }

/** Menus of people as JSON. Those of one role set in one language are kept until a menu or a role of their organisation changes. */
export function ownMenus(db: Database, changes: Changes) {
  const kept = new Map<string, Kept>()
  changes.on(menuTables, forget)

  function forget({ tenantId }: { tenantId?: number | undefined }) {
    for (const [key, one] of kept) if (tenantId === undefined || one.tenantId === tenantId) kept.delete(key)
  }

  function keptFor(viewer: Viewer, language: Language): Kept {
    const key = JSON.stringify([viewer.tenantId, language, viewer.roleIds.toSorted((a, b) => a - b)])
    const before = kept.get(key)
    if (before) return before
    const lines = db.within(viewer, (tx) => findMenus(tx, viewer.tenantId, viewer.roleIds))
    const one = { tenantId: viewer.tenantId, lines, replies: new Map() }
    kept.set(key, one)
    lines.catch(() => kept.get(key) === one && kept.delete(key))
    for (const oldest of kept.keys()) {
      if (kept.size <= mostKept) break
      kept.delete(oldest)
    }
    return one
  }

  async function menuOf(viewer: Viewer, language: Language, { parentId, type }: Asked): Promise<string> {
    const { lines, replies } = keptFor(viewer, language)
    const asked = type ?? String(parentId)
    const written = replies.get(asked)
    if (written) return written
    const held = await lines
    const nodes = type === 'top' ? subSystems(held, language) : nodesBelow(held, language, parentId, MenuType.menu)
    const json = JSON.stringify(getMenu.output.parse(nodes))
    // Only of items that there are: anybody can ask for any number.
    if (nodes.length) replies.set(asked, json)
    return json
  }

  return { menuOf, forget }
}

/** The sub-systems that lead to a page in sight, without what is below them. */
const subSystems = (held: MenuLine[], language: Language): MenuNode[] =>
  nodesBelow(held, language, menuRootId, MenuType.top).flatMap((top) =>
    top.visible === '0' && leadSomewhere(top.children) ? { ...top, children: [] } : [],
  )

/** Items of a type below `id` as a tree, without groups that hold no page and without the first page: every client knows the way there by itself. */
function nodesBelow(held: MenuLine[], language: Language, id: number, wanted: MenuType): MenuNode[] {
  return held
    .filter((menu) => menu.parentId === id && menu.type === wanted && !(menu.name === homeKey && menu.path === homePath))
    .map((menu) => ({
      ...faceOf(menu, language),
      path: menu.path ?? `/${menu.name}`,
      isGroup: menu.path === null,
      children: nodesBelow(held, language, menu.id, MenuType.menu),
    }))
    .filter(({ isGroup, children }) => !isGroup || children.length > 0)
}

/** The pages in sight of the whole menu, in its order. */
export const pagesInSight = (held: MenuLine[], language: Language) =>
  pagesOf(nodesBelow(held, language, menuRootId, MenuType.menu))

const pagesOf = (nodes: MenuNode[]): MenuNode[] =>
  nodes
    .filter(({ visible }) => visible === '0')
    .flatMap((node) => {
      const below = pagesOf(node.children)
      return below.length || node.isGroup ? below : [{ ...node, children: [] }]
    })

/** True when `nodes` or their descendants hold a page in sight. */
const leadSomewhere = (nodes: MenuNode[]): boolean =>
  nodes.some(({ visible, isGroup, children }) => visible === '0' && (!isGroup || leadSomewhere(children)))
