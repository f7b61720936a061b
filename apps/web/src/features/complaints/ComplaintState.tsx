import { CheckCircleOutlined, ExclamationCircleOutlined, MessageOutlined, WarningOutlined } from '@ant-design/icons'
import { ComplaintStatus, ComplaintType } from '@huanwei/contract/complaints/codes'
import { useTranslation } from 'react-i18next'
import { ListTag } from '../../ui/list/ListTag.tsx'

/** 待处理 or 已处理. */
export function ComplaintTag({ status }: { status: ComplaintStatus }) {
  const { t } = useTranslation('complaints')
  const isHandled = status === ComplaintStatus.handled
  return (
    <ListTag
      tone={isHandled ? 'good' : 'bad'}
      icon={isHandled ? <CheckCircleOutlined /> : <ExclamationCircleOutlined />}
      text={t(isHandled ? 'status.processed' : 'status.pending')}
    />
  )
}

/** 投诉 or 反馈. */
export function TypeTag({ eventType }: { eventType: ComplaintType }) {
  const { t } = useTranslation('complaints')
  const isComplaint = eventType === ComplaintType.complaint
  return (
    <ListTag
      tone={isComplaint ? 'warn' : 'plain'}
      icon={isComplaint ? <WarningOutlined /> : <MessageOutlined />}
      text={t(`type.${eventType}`)}
    />
  )
}
