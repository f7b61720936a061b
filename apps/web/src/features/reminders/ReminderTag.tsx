import { CheckCircleOutlined, ClockCircleOutlined } from '@ant-design/icons'
import { PushStatus } from '@huanwei/contract/messages/codes'
import { useTranslation } from 'react-i18next'
import { ListTag } from '../../ui/list/ListTag.tsx'

/** 待处理 or 已处理. */
export function ReminderTag({ status }: { status: PushStatus }) {
  const { t } = useTranslation('reminders')
  return status === PushStatus.pending ? (
    <ListTag tone="bad" icon={<ClockCircleOutlined />} text={t('status.pending')} />
  ) : (
    <ListTag tone="good" icon={<CheckCircleOutlined />} text={t('status.handled')} />
  )
}
