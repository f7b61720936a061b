import type { Briefing } from '@huanwei/contract/home/endpoints'
import { useTranslation } from 'react-i18next'
import { useBriefing } from '../briefing.ts'
import { listPages, useListLinks } from '../links.ts'
import { Figure } from './Figure.tsx'
import { HomeCard } from './HomeCard.tsx'

const tones = {
  normal: 'moving',
  late: 'warning',
  early: 'warning',
  absent: 'alert',
  leave: 'stationary',
} as const

/** States of who came, and of who was expected. */
const present = ['normal', 'late', 'early']
const expected = [...present, 'absent']

type Roster = NonNullable<Briefing['duty']>['roster']

/** Who has to be at the post at this minute, and who of them was seen. */
const rosterFigures = ({ seen, unseen }: Roster) =>
  [
    ['due', seen + unseen],
    ['seen', seen],
    ['unseen', unseen],
  ] as const

/** People who are out now, the roster of this minute, and the newest day of attendance against who was expected. */
export function DutyCard() {
  const { t } = useTranslation('home')
  const duty = useBriefing('duty')
  const link = useListLinks()
  const { data } = duty
  const count = (of: readonly string[]) =>
    (data?.states ?? []).reduce((sum, { state, total }) => sum + (of.includes(state) ? total : 0), 0)
  const due = count(expected)
  return (
    <HomeCard
      title={t('card.duty')}
      aside={data && due > 0 && t('dutyShare', { day: data.day.slice(5), present: count(present), expected: due })}
      of={duty}
    >
      {data && (
        <>
          <div className="share" aria-hidden="true">
            {data.states.map(
              ({ state, total }) =>
                total > 0 && <span key={state} className={`is-${tones[state]}`} style={{ flexGrow: total }} />,
            )}
          </div>
          <ul className="figures figures-three">
            <Figure
              label={t('online')}
              value={data.online}
              to={link(listPages.live, { tab: 'person', status: 'online' })}
              tone="brand"
            />
            {rosterFigures(data.roster).map(([state, value]) => (
              <Figure
                key={state}
                label={t(`roster.${state}`)}
                value={value}
                to={link(listPages.attendance, { view: 'roster', rosterState: state })}
                tone={state === 'unseen' ? 'alert' : 'moving'}
                isDue={state === 'unseen'}
              />
            ))}
            {data.states.map(({ state, total }) => (
              <Figure
                key={state}
                label={t(`attended.${state}`)}
                value={total}
                to={link(listPages.attendance, { from: data.day, to: data.day, dayState: state })}
                tone={tones[state]}
              />
            ))}
          </ul>
          {due === 0 && <p className="card-note">{t('dutyNone')}</p>}
        </>
      )}
    </HomeCard>
  )
}
