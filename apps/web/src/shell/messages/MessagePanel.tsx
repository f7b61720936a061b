import { AlertOutlined, NotificationOutlined, SoundOutlined } from '@ant-design/icons'
import { MsgType, reminderWords } from '@huanwei/contract/messages/codes'
import type { Violation } from '@huanwei/contract/violations/endpoints'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { showFailure } from '../../lib/failure.ts'
import { useTick } from '../../lib/tick.ts'
import { messageTime } from '../../lib/time.ts'
import { useInbox, useWaitingMessages } from '../../live/messages.ts'
import { MenuIcon } from '../menu/menu-icons.tsx'
import { cleaningPlace, type Queue, remindersPlace, violationPlaces } from './message-types.ts'
import { ReadAllButton } from './ReadAllButton.tsx'
import { readReminder, useOnlyReminders } from './reminders.ts'
import { SoundTypes } from './SoundTypes.tsx'
import { useWaitingCleaning } from './use-cleaning.ts'
import { CountBadge } from './WaitingBadge.tsx'

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

/** Messages by type: the latest, its time, and the number of those that wait. Source: spec 1, sections 2.7 and 3. */
export function MessagePanel({ queues, held, alarms, isMuted, onMute, onTab, onClose }: Props) {
  const { t } = useTranslation('shell')
  const reminders = useWaitingMessages([{ msgType: MsgType.reminder }])
  return (
    <section className="message-panel" aria-label={t('messages.title')}>
      <header>
        <h2>{t('messages.title')}</h2>
        <ReadAllButton type="text" />
        <button type="button" className="message-mute" aria-pressed={!isMuted} onClick={() => onMute(!isMuted)}>
          {isMuted ? <NotificationOutlined aria-hidden /> : <SoundOutlined aria-hidden />}
          {t(isMuted ? 'messages.unmute' : 'messages.mute')}
        </button>
      </header>
      {!isMuted && <SoundTypes queues={queues} />}
      <ul>
        {reminders > 0 ? (
          <ReminderRow count={reminders} onClose={onClose} />
        ) : (
          alarms && <AlarmRow {...{ alarms, held, onClose }} />
        )}
        {queues.map((queue) => (
          <QueueRow key={queue.msgType} queue={queue} onTab={onTab} onClose={onClose} />
        ))}
        {held.includes(cleaningPlace) && <CleaningRow onClose={onClose} />}
        <Row icon={<NotificationOutlined />} name={t('messages.type.system')} count={0} text={t('messages.noSystem')} />
      </ul>
    </section>
  )
}

/** Latest message of a type, the number of those that wait, and the time in words. */
function useSummary(msgType: MsgType) {
  const { t } = useTranslation('shell')
  const now = useTick()
  const { createTime, msgDescribe, waitingCount = 0 } = useInbox((s) => s.summaries[msgType]) ?? {}
  return {
    count: waitingCount,
    time: createTime ? messageTime(createTime, now) : undefined,
    text: msgDescribe ?? t('messages.none'),
  }
}

type Closing = Pick<Props, 'onClose'>

/** The newest reminder of what no other row holds; it opens what that is about. */
function ReminderRow({ count, onClose }: Closing & { count: number }) {
  const { t } = useTranslation(['shell', 'common'])
  const navigate = useNavigate()
  const now = useTick()
  const { data, error } = useOnlyReminders()
  const newest = data?.records[0]
  async function open() {
    if (!newest) return
    onClose()
    const address = await readReminder(newest).catch(showFailure)
    if (address) void navigate(address)
  }
  return (
    <Row
      icon={<AlertOutlined />}
      name={t('messages.type.2')}
      count={count}
      time={newest && messageTime(newest.createTime, now)}
      text={
        error
          ? t('messages.failed', { reason: error.message })
          : newest
            ? `${t(reminderWords[newest.task])} ${newest.msgDescribe}`
            : ''
      }
      onOpen={newest && open}
      to={`${remindersPlace}?unlisted=1`}
      onGo={onClose}
    />
  )
}

/** Without reminders, how many alarms of today are pending: what they are is in another row. It opens the first of them. Source: spec 1, section 2.7. */
function AlarmRow({ alarms, held, onClose }: Closing & Pick<Props, 'held'> & { alarms: NonNullable<Props['alarms']> }) {
  const { t } = useTranslation('shell')
  const navigate = useNavigate()
  const first = alarms.data?.records[0]
  const path = first && violationPlaces[first.objectType]
  const today = first ? t('messages.alarms', { count: alarms.data?.total }) : t('messages.noAlarm')
  const open = () => {
    onClose()
    void navigate(`${path}?open=${first?.id}`)
  }
  return (
    <Row
      icon={<AlertOutlined />}
      name={t('messages.type.2')}
      count={0}
      text={alarms.error ? t('messages.failed', { reason: alarms.error.message }) : today}
      onOpen={path !== undefined && held.includes(path) ? open : undefined}
      to={remindersPlace}
      onGo={onClose}
    />
  )
}

function QueueRow({ queue, onTab, onClose }: Closing & Pick<Props, 'onTab'> & { queue: Queue }) {
  const { t } = useTranslation('shell')
  const navigate = useNavigate()
  const { msgType, path, isTab } = queue
  function open() {
    onClose()
    if (isTab) onTab(msgType)
    else void navigate(path)
  }
  return (
    <Row
      icon={<MenuIcon icon={null} name={icons[msgType]} isGroup={false} />}
      name={t(`messages.type.${msgType}`)}
      {...useSummary(msgType)}
      onOpen={open}
      to={path}
      onGo={onClose}
    />
  )
}

function CleaningRow({ onClose }: Closing) {
  const { t } = useTranslation('shell')
  const navigate = useNavigate()
  const waiting = useWaitingCleaning()
  function open() {
    onClose()
    void navigate(`${cleaningPlace}?view=waiting`)
  }
  return (
    <Row
      icon={<MenuIcon icon={null} name="cleaning" isGroup={false} />}
      name={t('item.cleaning')}
      count={waiting ?? 0}
      text={waiting ? t('messages.cleaning', { count: waiting }) : t('messages.noCleaning')}
      onOpen={open}
      to={cleaningPlace}
      onGo={onClose}
    />
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
          <CountBadge count={count} />
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
