import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useMay } from '../../../lib/session.ts'
import { age, parseTime } from '../../../lib/time.ts'
import { useOverview } from '../overview.ts'
import { HomeCard } from './HomeCard.tsx'

/** The violations that wait longest; each opens in its queue. */
export function OldestCard() {
  const { t } = useTranslation('home')
  const overview = useOverview()
  const mayHandle = useMay('violation_handle')
  const oldest = overview.data?.oldest ?? []
  return (
    <HomeCard title={t('card.oldest')} to="/event/illegal/index" link={t('openQueue')} of={overview}>
      {oldest.length === 0 ? (
        <p className="card-empty">{t('oldestNone')}</p>
      ) : (
        <ul className="oldest">
          {oldest.map(({ id, objectName, violationEvent, position, createTime }) => (
            <li key={id}>
              <Link to={`/event/illegal/index?open=${id}`}>
                <strong>{objectName}</strong>
                <span>{violationEvent}</span>
                <time className={mayHandle ? 'oldest-mine' : undefined} dateTime={createTime.replace(' ', 'T')}>
                  {age(overview.dataUpdatedAt - parseTime(createTime))}
                </time>
                <small>{position}</small>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </HomeCard>
  )
}
