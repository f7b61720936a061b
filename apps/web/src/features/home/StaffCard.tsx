import { useTranslation } from 'react-i18next'
import { HomeCard } from './HomeCard.tsx'
import { useOverview } from './overview.ts'
import { usePages } from './pages.ts'

const usersPage = '/system/user/index'

/** The accounts of the person's departments, and who of them is logged in. */
export function StaffCard() {
  const { t } = useTranslation('home')
  const overview = useOverview()
  const has = usePages()
  const staff = overview.data?.staff
  return (
    <HomeCard title={t('staff')} of={overview} {...(has(usersPage) && { to: usersPage, link: t('openUsers') })}>
      {staff && (
        <>
          <dl className="counts">
            <div>
              <dt>{t('staffLoggedIn')}</dt>
              <dd>{staff.loggedIn}</dd>
            </div>
            <div>
              <dt>{t('staffTotal')}</dt>
              <dd>{staff.total}</dd>
            </div>
          </dl>
          <meter min={0} max={staff.total} value={staff.loggedIn} aria-label={t('staffLoggedIn')} />
        </>
      )}
    </HomeCard>
  )
}
