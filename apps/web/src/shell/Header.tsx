import { MenuFoldOutlined, MenuUnfoldOutlined } from '@ant-design/icons'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useSite } from '../lib/site.ts'
import { LanguageSwitch } from '../ui/LanguageSwitch.tsx'
import { Logo } from '../ui/Logo.tsx'
import { AppearanceButtons } from './settings/AppearanceButtons.tsx'
import { UnreadBadge } from './UnreadBadge.tsx'
import { UserMenu } from './UserMenu.tsx'

type Props = {
  isCollapsed: boolean
  /** Of the menu nothing is seen, so its button tells what waits. */
  isHidden: boolean
  onCollapse: (collapsed: boolean) => void
}

export function Header({ isCollapsed, isHidden, onCollapse }: Props) {
  const { t } = useTranslation(['shell', 'common'])
  const site = useSite((s) => s.site)
  return (
    <header className="header">
      <button
        type="button"
        className="icon-button"
        aria-expanded={!isCollapsed}
        aria-controls="side-menu"
        onClick={() => onCollapse(!isCollapsed)}
      >
        <span className="visually-hidden">{isCollapsed ? t('menu.expand') : t('menu.collapse')}</span>
        {isCollapsed ? <MenuUnfoldOutlined aria-hidden="true" /> : <MenuFoldOutlined aria-hidden="true" />}
        {isHidden && <UnreadBadge />}
      </button>
      <Link to="/wel/index" className="brand">
        <Logo size={32} />
        <span className="brand-title">{site?.title ?? t('common:product')}</span>
        <span className="brand-short">{site?.shortName ?? t('common:product')}</span>
      </Link>
      <div className="header-right">
        <AppearanceButtons />
        <LanguageSwitch />
        <UserMenu />
      </div>
    </header>
  )
}
