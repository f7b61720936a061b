import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { violationPlaces } from '../../../shell/messages/message-types.ts'
import { useBriefing } from '../briefing.ts'
import { useListLinks } from '../links.ts'
import { CountLink } from './Figure.tsx'
import { HomeCard } from './HomeCard.tsx'
import { WeekDays } from './WeekDays.tsx'

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)

/** Violations of the seven finished days against the week before: by day, and by kind and tab of the lists. */
export function WeekCard() {
  const { t } = useTranslation('home')
  const week = useBriefing('week')
  const link = useListLinks()
  const [isTable, setTable] = useState(false)
  const { data } = week
  const kinds = data?.kinds.filter(({ objectType }) => link(violationPlaces[objectType])) ?? []
  const add = (rows: readonly (readonly number[])[]) => Array.from({ length: 7 }, (_, i) => sum(rows.map((row) => row[i] ?? 0)))
  const days = add(kinds.map((kind) => kind.days))
  const before = add(kinds.map((kind) => kind.daysBefore))
  return (
    <HomeCard
      title={t('card.week')}
      aside={
        <button type="button" className="card-toggle" aria-pressed={isTable} onClick={() => setTable(!isTable)}>
          {t('asTable')}
        </button>
      }
      of={week}
    >
      {data && (
        <>
          <WeekDays firstDay={data.firstDay} days={days} before={before} isTable={isTable} />
          <table className="home-table">
            <thead>
              <tr>
                <th scope="col">{t('weekKind')}</th>
                <th scope="col">{t('tab.pending')}</th>
                <th scope="col">{t('tab.handled')}</th>
                <th scope="col">{t('weekChange')}</th>
              </tr>
            </thead>
            <tbody>
              {kinds.map(({ objectType, pending, handled, daysBefore }) => {
                const place = violationPlaces[objectType]
                const to = (status: string) => link(place, { status, from: data.firstDay, to: data.lastDay })
                const change = pending + handled - sum(daysBefore)
                return (
                  <tr key={objectType}>
                    <th scope="row">{t(`violations.${objectType}`)}</th>
                    <td>
                      <CountLink value={pending} to={to('pending')} label={t('tab.pending')} />
                    </td>
                    <td>
                      <CountLink value={handled} to={to('processed')} label={t('tab.handled')} />
                    </td>
                    <td>{change > 0 ? `+${change}` : change}</td>
                  </tr>
                )
              })}
            </tbody>
          </table>
        </>
      )}
    </HomeCard>
  )
}
