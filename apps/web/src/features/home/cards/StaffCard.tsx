import { useTranslation } from 'react-i18next'
import { listPages, useListLinks } from '../links.ts'
import { useOverview } from '../overview.ts'
import { Figure } from './Figure.tsx'
import { HomeCard } from './HomeCard.tsx'

/** The accounts of the person's departments, and who of them is logged in. */
export function StaffCard() {
  const { t } = useTranslation('home')
  const overview = useOverview()
  const link = useListLinks()
  const staff = overview.data?.staff
  return (
    <HomeCard title={t('card.staff')} of={overview}>
      {staff && (
        <>
          <ul className="figures figures-two">
            <Figure label={t('staffLoggedIn')} value={staff.loggedIn} to={undefined} />
            <Figure label={t('staffTotal')} value={staff.total} to={link(listPages.users)} />
          </ul>
          <meter min={0} max={staff.total} value={staff.loggedIn} aria-label={t('staffLoggedIn')} />
        </>
      )}
    </HomeCard>
  )
}
