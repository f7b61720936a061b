import './navigation.css'
import './sub-systems.css'
import { LoginOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useSession } from '../../lib/session.ts'
import { useSite } from '../../lib/site.ts'
import { LanguageSwitch } from '../../ui/menu/LanguageSwitch.tsx'
import { Logo } from '../../ui/theme/Logo.tsx'
import { visibleMenus } from '../menu/menu-tree.ts'
import { useChosenSubSystem, useSubSystems } from '../menu/use-menu.ts'
import { menuQuery } from '../query-client.ts'
import { NavigationGroup } from './NavigationGroup.tsx'
import { SubSystemCard } from './SubSystemCard.tsx'
import { useEnterSubSystem } from './use-enter.ts'

/** `/jumpindex`: every sub-system and first-level group as a card; to who is not logged in what there is and the way in. Source: spec 1, section 2.2. */
export const NavigationPage = () => (
  <Navigation heading="navigation.title">
    <Systems />
    <Groups />
  </Navigation>
)

/** `/subsystemindex`: the sub-systems alone. */
export const SubSystemsPage = () => (
  <Navigation heading="navigation.systems">
    <Systems isAlone />
  </Navigation>
)

function Navigation({ heading, children }: { heading: 'navigation.title' | 'navigation.systems'; children: ReactNode }) {
  const { t } = useTranslation(['shell', 'common'])
  const site = useSite((s) => s.site)
  const hasSession = useSession((s) => s.session !== null)
  return (
    <div className="navigation">
      <header>
        <Link to={hasSession ? '/wel/index' : '/login-new'} className="navigation-brand">
          <Logo size={40} />
          <span>{site?.title ?? t('common:product')}</span>
        </Link>
        <LanguageSwitch />
      </header>
      <main>
        <h1>{t(heading)}</h1>
        {hasSession ? (
          <>
            <p className="navigation-lead">{t('navigation.subtitle')}</p>
            {children}
          </>
        ) : (
          <Introduction />
        )}
      </main>
    </div>
  )
}

const topics = ['watch', 'handle', 'manage'] as const

/** Introduction of the product before the login. */
function Introduction() {
  const { t } = useTranslation('shell')
  return (
    <>
      <p className="navigation-lead">{t('navigation.intro')}</p>
      <ul className="systems-grid">
        {topics.map((topic, i) => (
          <li key={topic} className="navigation-topic" data-tone={i}>
            <h2>{t(`navigation.${topic}`)}</h2>
            <p>{t(`navigation.${topic}Text`)}</p>
          </li>
        ))}
      </ul>
      <p className="navigation-login">
        <Link to="/login-new?from=/jumpindex">
          <LoginOutlined aria-hidden="true" />
          {t('navigation.login')}
        </Link>
        {t('navigation.loginHint')}
      </p>
    </>
  )
}

function Systems({ isAlone = false }: { isAlone?: boolean }) {
  const { t } = useTranslation('shell')
  const systems = useSubSystems()
  const chosen = useChosenSubSystem()
  const enter = useEnterSubSystem()
  if (systems.length === 0)
    return isAlone ? (
      <p className="navigation-none">
        <strong>{t('navigation.noSystems')}</strong>
        {t('navigation.noSystemsHint')}
      </p>
    ) : null
  return (
    <section aria-label={t('navigation.systems')}>
      <h2>{t('navigation.systems')}</h2>
      <div className="systems-grid">
        {systems.map((system, i) => (
          <SubSystemCard
            key={system.id}
            name={system.key}
            icon={system.icon}
            label={system.label}
            tone={i}
            isChosen={system.id === chosen?.id}
            onClick={() => void enter(system.id)}
          />
        ))}
      </div>
    </section>
  )
}

function Groups() {
  const { t } = useTranslation(['shell', 'common'])
  const menu = useQuery({ ...menuQuery, select: visibleMenus })
  if (menu.isPending) return <div className="bone bone-block" role="status" aria-label={t('common:loading')} />
  if (menu.isError)
    return (
      <p className="navigation-none" role="alert">
        {t('menu.failed')}
        <button type="button" onClick={() => void menu.refetch()}>
          {t('common:action.retry')}
        </button>
      </p>
    )
  if (menu.data.length === 0) return <p className="navigation-none">{t('menu.none')}</p>
  return (
    <section aria-label={t('navigation.pages')}>
      <h2>{t('navigation.pages')}</h2>
      <ul className="navigation-groups">
        {menu.data.map((node, i) => (
          <NavigationGroup key={node.id} node={node} tone={i} />
        ))}
      </ul>
    </section>
  )
}
