import { getUnitLinks } from '@huanwei/contract/units/endpoints'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { query } from '../../lib/api.ts'
import { useSession } from '../../lib/session.ts'
import { useMenuPages } from '../menu/menu-pages.ts'
import { PageSkeleton } from '../PageSkeleton.tsx'
import { StatePage, StateView } from './StatePage.tsx'

const path = '/page-feixiang'

/** A navigation page elsewhere, shown only if the menu holds it. Source: spec 1, sections 2.2 and 2.5. */
export function FeixiangPage() {
  const { t } = useTranslation('pages')
  const hasToken = useSession((s) => s.session !== null)
  if (hasToken) return <Held />
  return (
    <StateView title={t('title.feixiang')} hint={t('feixiang.loginFirst')}>
      <Link to={`/login-new?from=${encodeURIComponent(path)}`}>{t('login')}</Link>
    </StateView>
  )
}

function Held() {
  const { t } = useTranslation('pages')
  const pages = useMenuPages(path)
  const links = useQuery(query(getUnitLinks, {}))
  if (pages === undefined || links.isPending) return <PageSkeleton />
  if (!pages?.has(path)) return <StatePage name="noAuthority" />
  const address = links.data?.feixiangUrl
  return (
    <StateView title={t('title.feixiang')} hint={t(address ? 'feixiang.hint' : 'feixiang.missing')}>
      {address ? (
        <a href={address} target="_blank" rel="noopener noreferrer">
          {t('feixiang.open')}
        </a>
      ) : (
        <Link to="/jumpindex">{t('feixiang.here')}</Link>
      )}
    </StateView>
  )
}
