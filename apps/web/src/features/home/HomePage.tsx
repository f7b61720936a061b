import './home.css'
import { LayoutOutlined } from '@ant-design/icons'
import type { HomeCard } from '@huanwei/contract/home/codes'
import { SiteType } from '@huanwei/contract/sites/endpoints'
import { type QueryClient, useQueries } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { z } from 'zod'
import { displayName, useMay, useSession } from '../../lib/session.ts'
import { useSite } from '../../lib/site.ts'
import { formatTime } from '../../lib/time.ts'
import { PageSkeleton } from '../../shell/PageSkeleton.tsx'
import { menuQuery } from '../../shell/query-client.ts'
import { CardGrid } from './arrange/CardGrid.tsx'
import { briefingQuery, wrongQuery } from './briefing.ts'
import { CasesCard } from './cards/CasesCard.tsx'
import { DeadlinesCard } from './cards/DeadlinesCard.tsx'
import { DutyCard } from './cards/DutyCard.tsx'
import { FleetCard, fleetQuery } from './cards/FleetCard.tsx'
import { IntroCard } from './cards/IntroCard.tsx'
import { LimitsCard } from './cards/LimitsCard.tsx'
import { MostCard } from './cards/MostCard.tsx'
import { OldestCard } from './cards/OldestCard.tsx'
import { QueuesCard, queuePages } from './cards/QueuesCard.tsx'
import { SetupCard } from './cards/SetupCard.tsx'
import { StaffCard } from './cards/StaffCard.tsx'
import { TodayCard } from './cards/TodayCard.tsx'
import { ToiletsCard } from './cards/ToiletsCard.tsx'
import { WeekCard } from './cards/WeekCard.tsx'
import { WrongCard } from './cards/WrongCard.tsx'
import { listPages } from './links.ts'
import { overviewQuery, useOverview } from './overview.ts'
import { usePages } from './pages.ts'
import { QuickLinks } from './QuickLinks.tsx'

export const HomeSearch = z.object({})

/** Prefetches the figures. */
export function askHome(queries: QueryClient) {
  void queries.prefetchQuery(overviewQuery)
  void queries.prefetchQuery(briefingQuery)
  void queries.prefetchQuery(fleetQuery)
  void queries.prefetchQuery(wrongQuery)
}

/** Morning until noon, evening from six, by the clock of the city the product watches. */
const greetingOf = (hour: number) => (hour < 12 ? 'morning' : hour < 18 ? 'afternoon' : 'evening')

/** What waits, what is wrong, how things stand and shortcuts, as far as the user's menu leads there. */
export function HomePage() {
  const { t } = useTranslation('home')
  const name = useSession(displayName)
  const has = usePages()
  const [mayHandle, mayReport] = [useMay('violation_handle'), useMay('inspection_report')]
  const isRural = useSite(({ site }) => site?.type === SiteType.ruralToilet)
  const [isArranging, setArranging] = useState(false)
  const cards = useCards()
  const isWaiting = useQueries({ queries: [menuQuery, overviewQuery, briefingQuery, fleetQuery, wrongQuery] }).some(
    ({ isPending }) => isPending,
  )
  const now = formatTime(Date.now())
  // Drawn once all figures are there: what somebody reads does not move.
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
        <div className="home-acts">
          <button type="button" className="home-arrange" aria-pressed={isArranging} onClick={() => setArranging(!isArranging)}>
            <LayoutOutlined aria-hidden="true" />
            {t(isArranging ? 'arrange.done' : 'arrange.title')}
          </button>
          {mayReport && has(listPages.inspections) && (
            <Link className="home-report" to={`${listPages.inspections}?form=new`}>
              {t('reportInspection')}
            </Link>
          )}
        </div>
      </header>
      <QuickLinks />
      <CardGrid cards={cards} work={{ mayHandle, mayReport, isRural }} isArranging={isArranging} />
    </div>
  )
}

const datedPages = [listPages.inspections, listPages.approvals, listPages.complaints, listPages.cleaning]

type Cards = Partial<Record<HomeCard, () => ReactNode>>

/** The cards whose lists the menu of the person leads to, and whose things there are. */
function useCards(): Cards {
  const has = usePages()
  const { data } = useOverview()
  const [hasQueue, hasLive] = [has('/event/illegal/index'), has(listPages.live)]
  const all: { [K in HomeCard]: [isThere: boolean, draw: () => ReactNode] } = {
    setup: [!!data?.setup.length && has('/system/dept/index'), () => <SetupCard />],
    queues: [queuePages.some(has), () => <QueuesCard />],
    wrong: [hasLive, () => <WrongCard />],
    oldest: [hasQueue, () => <OldestCard />],
    deadlines: [datedPages.some(has), () => <DeadlinesCard />],
    cases: [has(listPages.inspections), () => <CasesCard />],
    toilets: [!!data?.hasToilets && has(listPages.cleaning), () => <ToiletsCard />],
    fleet: [hasLive, () => <FleetCard />],
    duty: [has(listPages.attendance), () => <DutyCard />],
    limits: [hasLive, () => <LimitsCard />],
    week: [hasQueue, () => <WeekCard />],
    most: [hasQueue, () => <MostCard />],
    today: [hasQueue, () => <TodayCard />],
    staff: [has(listPages.users) || !has(listPages.attendance), () => <StaffCard />],
    intro: [true, () => <IntroCard has={has} />],
  }
  return Object.fromEntries(Object.entries(all).flatMap(([card, [isThere, draw]]) => (isThere ? [[card, draw]] : [])))
}
