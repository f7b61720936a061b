import type { MenuNode } from '@huanwei/contract/menus/endpoints'
import { useTranslation } from 'react-i18next'
import type { Ahead } from '../ahead.ts'
import { MenuLink } from '../menu/MenuLink.tsx'
import { MenuIcon } from '../menu/menu-icons.tsx'
import { labelOf, pagesOf } from '../menu/menu-tree.ts'
import { chooseSubSystem } from './sub-system.ts'

/** Nothing of the frame is there yet. */
const notAhead: Ahead = { load: async () => undefined, ask: () => undefined }
const tones = 4

/** A first-level item with the ways to its pages; their menu is the whole one. */
export function NavigationGroup({ node, tone }: { node: MenuNode; tone: number }) {
  const { t } = useTranslation('shell')
  const label = labelOf(node, t)
  return (
    <li className="navigation-group" data-tone={tone % tones}>
      <h3>
        <span className="navigation-icon" aria-hidden="true">
          <MenuIcon icon={node.icon} name={node.name} isGroup />
        </span>
        {label}
      </h3>
      <ul>
        {pagesOf([node]).map((page) => (
          <li key={page.id}>
            <MenuLink node={page} className="navigation-link" ahead={notAhead} onNavigate={() => chooseSubSystem(null)}>
              {labelOf(page, t)}
            </MenuLink>
          </li>
        ))}
      </ul>
    </li>
  )
}
