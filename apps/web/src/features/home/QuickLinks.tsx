import { SettingOutlined } from '@ant-design/icons'
import { homeMenusOf } from '@huanwei/contract/home/rules'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { eager } from '../../lib/eager.tsx'
import { useSettings } from '../../lib/settings.ts'
import type { Ahead } from '../../shell/ahead.ts'
import { LatePart } from '../../shell/LatePart.tsx'
import { MenuLink } from '../../shell/menu/MenuLink.tsx'
import { MenuIcon } from '../../shell/menu/menu-icons.tsx'
import { pagesOf, visibleMenus } from '../../shell/menu/menu-tree.ts'
import { menuQuery } from '../../shell/query-client.ts'

const dialog = eager(async () => (await import('./QuickLinksDialog.tsx')).QuickLinksDialog)
const notAhead: Ahead = { load: async () => undefined, ask: () => undefined }

/** The home-page menu list: links to the pages of the person's choice. Source: spec 1, section 7. */
export function QuickLinks() {
  const { t } = useTranslation('home')
  const menu = useQuery({ ...menuQuery, select: visibleMenus })
  const chosen = useSettings((s) => s.homeMenus)
  const [isChoosing, setChoosing] = useState(false)
  const close = () => setChoosing(false)
  // The first page itself is no place to go to from here.
  const groups = menu.data?.slice(1) ?? []
  const pages = pagesOf(groups)
  if (!pages.length) return null
  return (
    <nav className="card quick" aria-label={t('quick.title')}>
      <ul>
        {homeMenusOf(pages, chosen).map((page) => (
          <li key={page.id}>
            <MenuLink node={page} className="quick-link" ahead={notAhead}>
              <MenuIcon icon={page.icon} name={page.key} isGroup={false} />
              {page.label}
            </MenuLink>
          </li>
        ))}
      </ul>
      <Button
        type="text"
        icon={<SettingOutlined />}
        aria-label={t('quick.choose')}
        title={t('quick.choose')}
        onClick={() => setChoosing(true)}
      />
      {isChoosing && <LatePart onLost={close}>{dialog.draw({ groups, onClose: close })}</LatePart>}
    </nav>
  )
}
