import { CheckCircleOutlined, MessageOutlined } from '@ant-design/icons'
import { ComplaintStatus } from '@huanwei/contract/complaints/codes'
import type { ComplaintStep } from '@huanwei/contract/complaints/endpoints'
import { useTranslation } from 'react-i18next'
import { Timeline } from '../../ui/drawer/Timeline.tsx'
import { Photos } from '../files/Photos.tsx'

/** A citizen said it, somebody answered. */
export function ComplaintSteps({ steps }: { steps: ComplaintStep[] }) {
  const { t } = useTranslation('complaints')
  return (
    <Timeline
      label={t('process')}
      steps={steps.map(({ createTime, objectName, status, remark, url }, i) => {
        const isReply = status === ComplaintStatus.handled
        return {
          key: i,
          time: createTime,
          title: t(isReply ? 'step.replied' : 'step.reported'),
          who: objectName || t('citizen'),
          text: remark,
          photos: url && <Photos of={createTime} names={url.split(',')} />,
          icon: isReply ? <CheckCircleOutlined /> : <MessageOutlined />,
          tone: isReply ? 'good' : 'plain',
        }
      })}
    />
  )
}
