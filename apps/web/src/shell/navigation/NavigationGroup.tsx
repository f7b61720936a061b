import type { MenuNode } from '@huanwei/contract/menus/endpoints'
import type { Ahead } from '../ahead.ts'
import { MenuLink } from '../menu/MenuLink.tsx'
import { MenuIcon } from '../menu/menu-icons.tsx'
import { pagesOf } from '../menu/menu-tree.ts'
import { chooseSubSystem } from './sub-system.ts'

/** Nothing of the frame is there yet. */
const notAhead: Ahead = { load: async () => undefined, ask: () => undefined }
const tones = 4

/** A first-level item with the ways to its pages; their menu is the whole one. */
export function NavigationGroup({ node, tone }: { node: MenuNode; tone: number }) {
  return (
    <li className="navigation-group" data-tone={tone % tones}>
      <h3>
        <span className="navigation-icon" aria-hidden="true">
          <MenuIcon icon={node.icon} name={node.key} isGroup />
        </span>
        {node.label}
      </h3>
      <ul>
        {pagesOf([node]).map((page) => (
          <li key={page.id}>
            <MenuLink node={page} className="navigation-link" ahead={notAhead} onNavigate={() => chooseSubSystem(null)}>
              {page.label}
            </MenuLink>
          </li>
        ))}
      </ul>
    </li>
  )
}
