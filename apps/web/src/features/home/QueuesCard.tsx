import { MsgType } from '@huanwei/contract/messages/codes'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useUnread } from '../../live/messages.ts'
import { HomeCard } from './HomeCard.tsx'
import { useOverview } from './overview.ts'

/** Where each kind of message is dealt with. */
const places: Partial<Record<MsgType, string>> = { [MsgType.violation]: '/event/illegal/index' }

/** How much waits in each queue; each count leads into its queue. */
export function QueuesCard() {
  const { t } = useTranslation('home')
  const overview = useOverview()
  const queues = overview.data?.queues ?? []
  return (
    <HomeCard title={t(queues.every(({ isMine }) => isMine) ? 'queues' : 'queuesToSee')} of={overview}>
      <ul className="queues">
        {queues.map(({ msgType, pending, isMine }) => (
          <li key={msgType}>
            <Link to={places[msgType] ?? '/wel/index'}>
              <strong className={pending > 0 ? 'queue-some' : undefined}>{pending}</strong>
              <span>{t(`queue.${msgType}`)}</span>
              {isMine && <Unread msgType={msgType} />}
            </Link>
          </li>
        ))}
      </ul>
      {queues.every(({ pending }) => pending === 0) && <p className="card-note">{t('queuesEmpty')}</p>}
    </HomeCard>
  )
}

/** Pushed live; the count beside it comes with the next answer. */
function Unread({ msgType }: { msgType: MsgType }) {
  const { t } = useTranslation('home')
  const count = useUnread([msgType])
  return count > 0 && <em>{t('unread', { count })}</em>
}
