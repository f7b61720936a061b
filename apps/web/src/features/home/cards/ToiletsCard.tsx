import { CleaningStatus, CleaningType } from '@huanwei/contract/cleaning/codes'
import { Timeliness } from '@huanwei/contract/deadlines/codes'
import { FacilityType } from '@huanwei/contract/dictionaries/codes'
import { useTranslation } from 'react-i18next'
import { useBriefing } from '../briefing.ts'
import { listPages, useListLinks } from '../links.ts'
import { CountLink, Figure } from './Figure.tsx'
import { HomeCard } from './HomeCard.tsx'

/** Rural toilets, the emptying of their tanks, and both by town. */
export function ToiletsCard() {
  const { t } = useTranslation('home')
  const toilets = useBriefing('toilets')
  const link = useListLinks()
  const { data } = toilets
  const emptying = (filter: Record<string, string | number | undefined>) =>
    link(listPages.cleaning, { view: 'list', type: CleaningType.suction, ...filter })
  const { overdue } = Timeliness
  const onDay = { from: data?.day, to: data?.day }
  return (
    <HomeCard title={t('card.toilets')} of={toilets}>
      {data && (
        <>
          <ul className="figures figures-three">
            <Figure
              label={t('toilet.households')}
              value={data.households}
              to={link(listPages.facilities, { facilityType: FacilityType.ruralToilet })}
            />
            <Figure label={t('toilet.today')} value={data.today} to={emptying(onDay)} />
            <Figure label={t('toilet.overdue')} value={data.overdue} to={emptying({ timeliness: overdue })} isDue />
            <Figure label={t('toilet.created')} value={data.created} to={emptying({ status: CleaningStatus.created })} />
            <Figure label={t('toilet.assigned')} value={data.assigned} to={emptying({ status: CleaningStatus.assigned })} />
          </ul>
          <table className="home-table">
            <thead>
              <tr>
                <th scope="col">{t('toilet.town')}</th>
                <th scope="col">{t('toilet.households')}</th>
                <th scope="col">{t('toilet.today')}</th>
                <th scope="col">{t('toilet.overdue')}</th>
              </tr>
            </thead>
            <tbody>
              {data.towns.map(({ deptId, name, households, today, overdue: late }) => (
                <tr key={deptId}>
                  <th scope="row">{name}</th>
                  <td>
                    <CountLink
                      value={households}
                      to={link(listPages.facilities, { facilityType: FacilityType.ruralToilet, deptId })}
                      label={t('toilet.households')}
                    />
                  </td>
                  <td>
                    <CountLink value={today} to={emptying({ ...onDay, deptId })} label={t('toilet.today')} />
                  </td>
                  <td>
                    <CountLink value={late} to={emptying({ timeliness: overdue, deptId })} label={t('toilet.overdue')} isDue />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          {data.townsLeft > 0 && <p className="home-left">{t('toilet.townsLeft', { count: data.townsLeft })}</p>}
        </>
      )}
    </HomeCard>
  )
}
