import type { Most } from '@huanwei/contract/home/endpoints'
import { ObjectType } from '@huanwei/contract/objects'
import { useTranslation } from 'react-i18next'
import { violationPlaces } from '../../../shell/messages/message-types.ts'
import { useBriefing } from '../briefing.ts'
import { useListLinks } from '../links.ts'
import { CountLink } from './Figure.tsx'
import { HomeCard } from './HomeCard.tsx'

/** Crews and vehicles with most violations in the seven finished days. */
export function MostCard() {
  const { t } = useTranslation('home')
  const most = useBriefing('most')
  const { data } = most
  return (
    <HomeCard title={t('card.most')} aside={t('mostSpan')} of={most}>
      {data && data.vehicles.length === 0 && <p className="card-empty">{t('mostNone')}</p>}
      {data && data.vehicles.length > 0 && (
        <>
          <Ranking title={t('kind.vehicles')} rows={data.vehicles} filter="objectId" days={data} />
          <Ranking title={t('mostCrews')} rows={data.departments} filter="deptId" days={data} />
        </>
      )}
    </HomeCard>
  )
}

type Props = { title: string; rows: Most[]; filter: 'objectId' | 'deptId'; days: { firstDay: string; lastDay: string } }

function Ranking({ title, rows, filter, days: { firstDay: from, lastDay: to } }: Props) {
  const { t } = useTranslation('home')
  const link = useListLinks()
  const highest = Math.max(1, ...rows.map(({ pending, handled }) => pending + handled))
  const place = violationPlaces[ObjectType.vehicle]
  if (!rows.length) return null
  return (
    <table className="home-table ranking">
      <thead>
        <tr>
          <th scope="col">{title}</th>
          <th scope="col">{t('tab.pending')}</th>
          <th scope="col">{t('tab.handled')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, name, pending, handled }) => (
          <tr key={id}>
            <th scope="row">
              {name}
              <i aria-hidden="true" style={{ width: `${((pending + handled) / highest) * 100}%` }} />
            </th>
            <td>
              <CountLink
                value={pending}
                to={link(place, { status: 'pending', from, to, [filter]: id })}
                label={t('tab.pending')}
              />
            </td>
            <td>
              <CountLink
                value={handled}
                to={link(place, { status: 'processed', from, to, [filter]: id })}
                label={t('tab.handled')}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
