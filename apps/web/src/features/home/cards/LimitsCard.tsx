import { canType } from '@huanwei/contract/dictionaries/codes'
import { useTranslation } from 'react-i18next'
import { useBriefing } from '../briefing.ts'
import { listPages, useListLinks } from '../links.ts'
import { CountLink } from './Figure.tsx'
import { HomeCard } from './HomeCard.tsx'

/** Cans, toilets and stations that are over a limit, of how many. */
export function LimitsCard() {
  const { t } = useTranslation('home')
  const limits = useBriefing('limits')
  const link = useListLinks()
  const overLink = (facilityType: string) =>
    facilityType === canType
      ? link(listPages.cans, { view: 'overfull' })
      : link(listPages.live, { tab: 'facility', type: facilityType, status: 'alert' })
  const allLink = (facilityType: string) =>
    facilityType === canType ? link(listPages.cans) : link(listPages.facilities, { facilityType })
  return (
    <HomeCard title={t('card.limits')} of={limits}>
      {limits.data?.length === 0 && <p className="card-note">{t('limitsEmpty')}</p>}
      <ul className="bars">
        {limits.data?.map(({ facilityType, total, over }) => {
          const name = t(`limit.${facilityType}`)
          return (
            <li key={facilityType}>
              <span>{name}</span>
              <CountLink value={over} to={overLink(facilityType)} label={t('limitOver', { name })} isDue />
              <span aria-hidden="true">/</span>
              <CountLink value={total} to={allLink(facilityType)} label={t('limitAll', { name })} />
              <i aria-hidden="true">
                <b className="is-alert" style={{ width: `${(over / total) * 100}%` }} />
              </i>
            </li>
          )
        })}
      </ul>
    </HomeCard>
  )
}
