import type { QueueCount } from '@huanwei/contract/home/endpoints'
import { MsgType } from '@huanwei/contract/messages/codes'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { type MessagesOf, useUnread } from '../../live/messages.ts'
import { violationPlaces } from '../../shell/messages/message-types.ts'
import { HomeCard } from './HomeCard.tsx'
import { useOverview } from './overview.ts'
import { usePages } from './pages.ts'

export const inspectionPage = '/event/inspection/index'
/** Page of each kind of message; violations by the kind of their object. */
const places: Partial<Record<MsgType, string>> = {
  [MsgType.inspection]: inspectionPage,
  [MsgType.approval]: '/event/approval/index',
  [MsgType.public]: '/event/public/index',
}
const cleaningPage = '/clean/report/index'
export const queuePages = [...Object.values(violationPlaces), ...Object.values(places), cleaningPage]

const placeOf = ({ msgType, objectType }: QueueCount) => (objectType ? violationPlaces[objectType] : places[msgType]) ?? ''

/** Number of pending events in each queue, red where they wait for the viewer; each count leads into its queue. */
export function QueuesCard() {
  const { t } = useTranslation('home')
  const overview = useOverview()
  const has = usePages()
  const queues = overview.data?.queues.filter((queue) => has(placeOf(queue))) ?? []
  const cleaning = has(cleaningPage) ? overview.data?.cleaning : undefined
  return (
    <HomeCard title={t(queues.length === 0 || queues.some(({ isMine }) => isMine) ? 'queues' : 'queuesToSee')} of={overview}>
      <ul className="queues">
        {queues.map((queue) => (
          <li key={placeOf(queue)}>
            <Link to={placeOf(queue)}>
              <strong className={queue.isMine && queue.pending > 0 ? 'queue-some' : undefined}>{queue.pending}</strong>
              <span>
                {queue.objectType ? t(`violations.${queue.objectType}`) : t(`queue.${queue.msgType}`, { defaultValue: '' })}
              </span>
              {queue.isMine && <Unread msgType={queue.msgType} objectType={queue.objectType} />}
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
function Unread(of: MessagesOf) {
  const { t } = useTranslation('home')
  const count = useUnread([of])
  return count > 0 && <em>{t('unread', { count })}</em>
}
