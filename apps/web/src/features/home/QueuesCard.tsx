import { MsgType } from '@huanwei/contract/messages/codes'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useUnread } from '../../live/messages.ts'
import { HomeCard } from './HomeCard.tsx'
import { useOverview } from './overview.ts'
import { usePages } from './pages.ts'

/** Where each kind of message is dealt with. */
const places: Partial<Record<MsgType, string>> = {
  [MsgType.violation]: '/event/illegal/index',
  [MsgType.inspection]: '/event/inspection/index',
  [MsgType.approval]: '/event/approval/index',
  [MsgType.public]: '/event/public/index',
}
const cleaningPage = '/clean/report/index'
export const queuePages = [...Object.values(places), cleaningPage]

/** How much waits in each queue; each count leads into its queue. */
export function QueuesCard() {
  const { t } = useTranslation('home')
  const overview = useOverview()
  const has = usePages()
  const queues = overview.data?.queues.filter(({ msgType }) => has(places[msgType] ?? '')) ?? []
  const cleaning = has(cleaningPage) ? overview.data?.cleaning : undefined
  return (
    <HomeCard title={t(queues.length === 0 || queues.some(({ isMine }) => isMine) ? 'queues' : 'queuesToSee')} of={overview}>
      <ul className="queues">
        {queues.map(({ msgType, pending, isMine }) => (
          <li key={msgType}>
            <Link to={places[msgType] ?? ''}>
              <strong className={pending > 0 ? 'queue-some' : undefined}>{pending}</strong>
              <span>{t(`queue.${msgType}`)}</span>
              {isMine && <Unread msgType={msgType} />}
            </Link>
          </li>
        ))}
        {cleaning !== undefined && (
          <li>
            <Link to={`${cleaningPage}?view=waiting`}>
              <strong className={cleaning > 0 ? 'queue-some' : undefined}>{cleaning}</strong>
              <span>{t('queue.cleaning')}</span>
            </Link>
          </li>
        )}
      </ul>
      {queues.every(({ pending }) => pending === 0) && !cleaning && <p className="card-note">{t('queuesEmpty')}</p>}
    </HomeCard>
  )
}

/** Pushed live; the count beside it comes with the next answer. */
function Unread({ msgType }: { msgType: MsgType }) {
  const { t } = useTranslation('home')
  const count = useUnread([msgType])
  return count > 0 && <em>{t('unread', { count })}</em>
}
