import type { QueueCount } from '@huanwei/contract/home/endpoints'
import { MsgType } from '@huanwei/contract/messages/codes'
import type { ObjectType } from '@huanwei/contract/objects'
import { Severity } from '@huanwei/contract/rules/codes'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { age, parseTime } from '../../../lib/time.ts'
import { violationPlaces } from '../../../shell/messages/message-types.ts'
import { useBriefing } from '../briefing.ts'
import { listPages } from '../links.ts'
import { useOverview } from '../overview.ts'
import { usePages } from '../pages.ts'
import { Count } from './Figure.tsx'
import { HomeCard } from './HomeCard.tsx'

/** Page of each kind of message; violations by the kind of their object. */
const places: Partial<Record<MsgType, string>> = {
  [MsgType.inspection]: listPages.inspections,
  [MsgType.approval]: listPages.approvals,
  [MsgType.public]: listPages.complaints,
}
export const queuePages = [...Object.values(violationPlaces), ...Object.values(places), listPages.cleaning]

const placeOf = ({ msgType, objectType }: QueueCount) => (objectType ? violationPlaces[objectType] : places[msgType]) ?? ''

/** Number of pending events in each queue, red where they wait for the viewer; each count leads into its queue. */
export function QueuesCard() {
  const { t } = useTranslation('home')
  const overview = useOverview()
  const has = usePages()
  const queues = overview.data?.queues.filter((queue) => has(placeOf(queue))) ?? []
  const cleaning = has(listPages.cleaning) ? overview.data?.cleaning : undefined
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
            </Link>
            {queue.objectType && <Severities objectType={queue.objectType} place={placeOf(queue)} />}
          </li>
        ))}
        {cleaning !== undefined && (
          <li>
            <Link to={`${listPages.cleaning}?view=waiting`}>
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

/** The waiting violations of a kind by severity, and the one of each that waits longest. */
function Severities({ objectType, place }: { objectType: ObjectType; place: string }) {
  const { t } = useTranslation('home')
  const { data, dataUpdatedAt } = useBriefing('severities')
  const some = data?.filter((one) => one.objectType === objectType && one.pending > 0) ?? []
  if (!some.length) return null
  return (
    <ul className="severities">
      {some.map(({ severity, pending, oldest }) => (
        <li key={severity} className={`is-${severity === Severity.alarm ? 'alert' : 'warning'}`}>
          <Link to={`${place}?severity=${severity}`}>
            {t(`severity.${severity}`)} <Count value={pending} />
          </Link>
          {oldest && (
            <Link to={`${place}?severity=${severity}&open=${oldest.id}`}>
              {t('longest', { age: age(dataUpdatedAt - parseTime(oldest.createTime)) })}
            </Link>
          )}
        </li>
      ))}
    </ul>
  )
}
