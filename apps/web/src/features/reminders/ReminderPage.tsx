import './reminders.css'
import { reminderWords } from '@huanwei/contract/messages/codes'
import { getReminder, type ReminderPush } from '@huanwei/contract/messages/endpoints'
import { useQuery } from '@tanstack/react-query'
import { Flex, Skeleton } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useParams } from 'react-router'
import { query } from '../../lib/api.ts'
import { isGone } from '../../lib/errors.ts'
import { remindersPlace } from '../../shell/messages/message-types.ts'
import { ListEmpty, LoadFailed } from '../../ui/list/ListNotice.tsx'
import { useMarkRead } from '../queues/use-mark-read.ts'
import { ReminderItem } from './ReminderItem.tsx'
import { ReminderTag } from './ReminderTag.tsx'

/** The item behind a reminder with its timeline, and the next step where it is the viewer's. Source: spec 1, section 2.4; spec 3, section 19. */
export function ReminderPage() {
  const { t } = useTranslation('reminders')
  const { id } = useParams()
  const asked = useQuery({ ...query(getReminder, { id: Number(id) }, isGone), gcTime: 0 })
  const reminder = asked.data
  useMarkRead(reminder?.readUnread === 0 ? reminder.pushId : undefined, [getReminder])
  if (reminder) return <Reminder reminder={reminder} onHandled={() => void asked.refetch()} />
  if (isGone(asked.error)) return <ListEmpty title={t('gone')} hint={t('goneHint')} action={<AllLink />} />
  if (asked.error) return <LoadFailed title={t('failed')} error={asked.error} onRetry={() => void asked.refetch()} />
  return <Skeleton active paragraph={{ rows: 12 }} />
}

function Reminder({ reminder, onHandled }: { reminder: ReminderPush; onHandled: () => void }) {
  const { t } = useTranslation(['reminders', 'shell', 'common'])
  const navigate = useNavigate()
  /** Number of acts so far: each next step begins with an empty form. */
  const [acts, setActs] = useState(0)
  const handled = () => {
    setActs(acts + 1)
    onHandled()
  }
  return (
    <Flex vertical component="section" className="reminder" aria-label={t('shell:item.reminder')}>
      <header>
        <strong className="reminder-task">{t(reminderWords[reminder.task])}</strong>
        <ReminderTag status={reminder.status} />
        <time>{reminder.createTime}</time>
        <AllLink />
      </header>
      <ReminderItem
        key={acts}
        task={reminder.task}
        id={reminder.id}
        onClose={() => void navigate(remindersPlace)}
        onHandled={handled}
      />
    </Flex>
  )
}

function AllLink() {
  const { t } = useTranslation('reminders')
  return <Link to={remindersPlace}>{t('all')}</Link>
}
