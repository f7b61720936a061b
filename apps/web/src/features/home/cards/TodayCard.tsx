import './today.css'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOverview } from '../overview.ts'
import { HomeCard } from './HomeCard.tsx'
import { HourBars } from './HourBars.tsx'
import { HourTable } from './HourTable.tsx'
import { KindBars } from './KindBars.tsx'

/** Today's violations by hour and kind, drawn or as a table. */
export function TodayCard() {
  const { t } = useTranslation('home')
  const overview = useOverview()
  const [isTable, setTable] = useState(false)
  const today = overview.data?.today
  const change = today ? today.total - today.yesterday : 0
  return (
    <HomeCard
      title={t('card.today')}
      aside={
        <button type="button" className="card-toggle" aria-pressed={isTable} onClick={() => setTable(!isTable)}>
          {t('asTable')}
        </button>
      }
      of={overview}
    >
      {today && (
        <>
          <p className="today-sum">
            <strong>{today.total}</strong>
            <span>{t('todayHandled', { count: today.handled })}</span>
            <span>{t('todayChange', { change: change > 0 ? `+${change}` : change })}</span>
          </p>
          {isTable ? (
            <HourTable hours={today.hours} />
          ) : (
            <HourBars hours={today.hours} label={t('todayByHour', { total: today.total })} />
          )}
          {today.total === 0 ? <p className="card-note">{t('todayNone')}</p> : <KindBars kinds={today.kinds} />}
        </>
      )}
    </HomeCard>
  )
}
