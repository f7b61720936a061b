import './home.css'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { z } from 'zod'
import { displayName, useMay, useSession } from '../../lib/session.ts'
import { formatTime } from '../../lib/time.ts'
import { PageSkeleton } from '../../shell/PageSkeleton.tsx'
import { menuQuery } from '../../shell/query-client.ts'
import { FleetCard, fleetQuery } from './FleetCard.tsx'
import { IntroCard } from './IntroCard.tsx'
import { OldestCard } from './OldestCard.tsx'
import { overviewQuery, useOverview } from './overview.ts'
import { usePages } from './pages.ts'
import { inspectionPage, QueuesCard, queuePages } from './QueuesCard.tsx'
import { QuickLinks } from './QuickLinks.tsx'
import { StaffCard } from './StaffCard.tsx'
import { TodayCard } from './TodayCard.tsx'

export const HomeSearch = z.object({})

/** Prefetches the figures. */
export function askHome(queries: QueryClient) {
  void queries.prefetchQuery(overviewQuery)
  void queries.prefetchQuery(fleetQuery)
}

/** Morning until noon, evening from six, by the clock of the city the product watches. */
const greetingOf = (hour: number) => (hour < 12 ? 'morning' : hour < 18 ? 'afternoon' : 'evening')

/** Pending work, the current state and shortcuts, as far as the user's menu leads there. */
export function HomePage() {
  const { t } = useTranslation('home')
  const name = useSession(displayName)
  const has = usePages()
  const mayReport = useMay('inspection_report')
  const isWaiting = [useQuery(menuQuery), useOverview()].some(({ isPending }) => isPending)
  const now = formatTime(Date.now())
  const [hasQueue, hasFleet] = [has('/event/illegal/index'), has('/monitor/live/index')]
  // Drawn once it is known what there is: what somebody reads does not move.
  if (isWaiting)
    return (
      <div className="home">
        <PageSkeleton />
      </div>
    )
  return (
    <div className="home">
      <header className="home-head">
        <h1>{t(greetingOf(Number(now.slice(11, 13))), { name })}</h1>
        <time dateTime={now.slice(0, 10)}>{now.slice(0, 10)}</time>
        {mayReport && has(inspectionPage) && (
          <Link className="home-report" to={`${inspectionPage}?form=new`}>
            {t('reportInspection')}
          </Link>
        )}
      </header>
      <QuickLinks />
      <div className="home-cards">
        {queuePages.some(has) && <QueuesCard />}
        {hasFleet && <FleetCard />}
        <StaffCard />
      </div>
      {hasQueue && (
        <div className="home-cards home-wide">
          <TodayCard />
          <OldestCard />
        </div>
      )}
      <IntroCard has={has} />
    </div>
  )
}
