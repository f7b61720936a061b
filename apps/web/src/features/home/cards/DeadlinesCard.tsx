import { useTranslation } from 'react-i18next'
import { useBriefing } from '../briefing.ts'
import { DueTable } from './DueTable.tsx'
import { HomeCard } from './HomeCard.tsx'

/** What the person has to do by a deadline. */
export function DeadlinesCard() {
  const { t } = useTranslation('home')
  const deadlines = useBriefing('deadlines')
  return (
    <HomeCard title={t('card.deadlines')} of={deadlines}>
      {deadlines.data && <DueTable due={deadlines.data} />}
    </HomeCard>
  )
}
