import './home.css'
import type { QueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { currentSession, useSession } from '../lib/session.ts'
import { formatTime } from '../lib/time.ts'
import { PendingCard, pendingQuery } from './PendingCard.tsx'
import { VehiclesCard, vehiclesQuery } from './VehiclesCard.tsx'

export const HomeSearch = z.object({})

/** Asks for the figures before they are drawn. */
export function askHome(queries: QueryClient) {
  void queries.prefetchQuery(vehiclesQuery)
  void queries.prefetchQuery(pendingQuery(currentSession()?.user.id))
}

/** Morning until noon, evening from six, by the clock of the city the product watches. */
const greetingOf = (hour: number) => (hour < 12 ? 'home.morning' : hour < 18 ? 'home.afternoon' : 'home.evening')

/** What is going on now, with the ways to act on it. */
export function HomePage() {
  const { t } = useTranslation('shell')
  const username = useSession((s) => s.session?.user.username ?? '')
  const now = formatTime(Date.now())
  return (
    <div className="home">
      <header className="home-head">
        <h1>{t(greetingOf(Number(now.slice(11, 13))), { name: username })}</h1>
        <time dateTime={now.slice(0, 10)}>{now.slice(0, 10)}</time>
      </header>
      <div className="home-cards">
        <VehiclesCard />
        <PendingCard />
      </div>
    </div>
  )
}
