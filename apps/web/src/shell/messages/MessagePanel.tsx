import { AlertOutlined, NotificationOutlined, SoundOutlined } from '@ant-design/icons'
import { MsgType } from '@huanwei/contract/messages/codes'
import type { Violation } from '@huanwei/contract/violations/endpoints'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { showFailure } from '../../lib/failure.ts'
import { useSession } from '../../lib/session.ts'
import { useTick } from '../../lib/tick.ts'
import { messageTime } from '../../lib/time.ts'
import { useInbox } from '../../live/messages.ts'
import { MenuIcon } from '../menu/menu-icons.tsx'
import { cleaningPlace, type Queue, violationPlaces } from './message-types.ts'
import { readReminder } from './reminders.ts'
import { capped } from './UnreadBadge.tsx'
import { useWaitingCleaning } from './use-cleaning.ts'

type Props = {
  queues: readonly Queue[]
  /** The pages that the person's menu shows. */
  held: readonly string[]
  /** Today's pending alarms; undefined when none of their pages is the person's. */
  alarms: { data: { records: Violation[]; total: number } | undefined; error: Error | null } | undefined
  isMuted: boolean
  onMute: (isMuted: boolean) => void
  onTab: (msgType: MsgType) => void
  onClose: () => void
}

/** Messages by type: the latest, its time, and the number of unread ones. Source: spec 1, sections 2.7 and 3. */
export function MessagePanel({ queues, held, alarms, isMuted, onMute, onTab, onClose }: Props) {
  const { t } = useTranslation('shell')
  const summaries = useInbox((s) => s.summaries)
  const userId = useSession((s) => s.session?.user.userId)
  const navigate = useNavigate()
  const now = useTick()
  const cleaning = useWaitingCleaning(held.includes(cleaningPlace))
  const first = alarms?.data?.records[0]
  const reminderPath = first && violationPlaces[first.objectType]
  const canOpenFirst = reminderPath !== undefined && held.includes(reminderPath)

  function open({ msgType, path, isTab }: Queue) {
    onClose()
    if (isTab) onTab(msgType)
    else void navigate(path)
  }
  function openAlarm() {
    if (!first || !reminderPath) return
    onClose()
    void navigate(`${reminderPath}?open=${first.id}`)
  }
  async function openReminder() {
    onClose()
    const address = userId === undefined ? undefined : await readReminder(userId).catch(showFailure)
    if (address) void navigate(address)
  }
  const reminded = summaries[MsgType.reminder]
  const hasReminder = !!reminded?.unreadCount

  return (
    <section className="message-panel" aria-label={t('messages.title')}>
      <header>
        <h2>{t('messages.title')}</h2>
        <button type="button" className="message-mute" aria-pressed={!isMuted} onClick={() => onMute(!isMuted)}>
          {isMuted ? <NotificationOutlined aria-hidden /> : <SoundOutlined aria-hidden />}
          {t(isMuted ? 'messages.unmute' : 'messages.mute')}
        </button>
      </header>
      <ul>
        {hasReminder && (
          <Row
            icon={<AlertOutlined />}
            name={t('messages.type.2')}
            count={reminded.unreadCount}
            time={reminded.createTime ? messageTime(reminded.createTime, now) : undefined}
            text={reminded.msgDescribe ?? t('messages.none')}
            onOpen={openReminder}
          />
        )}
        {alarms && !hasReminder && (
          <Row
            icon={<AlertOutlined />}
            name={t('messages.type.2')}
            count={alarms.data?.total ?? 0}
            time={first && messageTime(first.createTime, now)}
            text={
              alarms.error
                ? t('messages.failed', { reason: alarms.error.message })
                : first
                  ? `${first.objectName} ${first.violationEvent}`
                  : t('messages.noAlarm')
            }
            onOpen={canOpenFirst ? openAlarm : undefined}
          />
        )}
        {queues.map((queue) => {
          const { createTime, msgDescribe, unreadCount } = summaries[queue.msgType] ?? {}
          return (
            <Row
              key={queue.msgType}
              icon={<MenuIcon icon={null} name={icons[queue.msgType]} isGroup={false} />}
              name={t(`messages.type.${queue.msgType}`)}
              count={unreadCount ?? 0}
              time={createTime ? messageTime(createTime, now) : undefined}
              text={msgDescribe ?? t('messages.none')}
              onOpen={() => open(queue)}
              to={queue.path}
              onGo={onClose}
            />
          )
        })}
        {held.includes(cleaningPlace) && (
          <Row
            icon={<MenuIcon icon={null} name="cleaning" isGroup={false} />}
            name={t('item.cleaning')}
            count={cleaning ?? 0}
            text={cleaning ? t('messages.cleaning', { count: cleaning }) : t('messages.noCleaning')}
            onOpen={() => {
              onClose()
              void navigate(`${cleaningPlace}?view=waiting`)
            }}
          />
        )}
        <Row icon={<NotificationOutlined />} name={t('messages.type.system')} count={0} text={t('messages.noSystem')} />
      </ul>
    </section>
  )
}

const icons: Record<Queue['msgType'], string> = { '1': 'illegal', '3': 'check', '4': 'approval', '5': 'message' }

type RowProps = {
  icon: ReactNode
  name: string
  count: number
  time?: string | undefined
  text: string
  /** Without it the row says something and does nothing. */
  onOpen?: (() => void) | undefined
  /** The page where all of them are. */
  to?: string
  onGo?: () => void
}

function Row({ icon, name, count, time, text, onOpen, to, onGo }: RowProps) {
  const { t } = useTranslation('shell')
  const body = (
    <>
      <span className="message-icon" aria-hidden="true">
        {icon}
      </span>
      <span className="message-text">
        <span>
          <strong>{name}</strong>
          {count > 0 && (
            <span className="side-badge">
              <span aria-hidden="true">{capped(count)}</span>
              <span className="visually-hidden">{t('menu.unread', { count })}</span>
            </span>
          )}
          {time && <time>{time}</time>}
        </span>
        <span className="message-latest" title={text}>
          {text}
        </span>
      </span>
    </>
  )
  return (
    <li>
      {onOpen ? (
        <button type="button" className="message-row" onClick={onOpen}>
          {body}
        </button>
      ) : (
        <div className="message-row">{body}</div>
      )}
      {to && (
        <Link to={to} className="message-go" aria-label={`${name}: ${t('messages.go')}`} title={t('messages.go')} onClick={onGo}>
          {'→'}
        </Link>
      )}
    </li>
  )
}
