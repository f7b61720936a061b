import {
  AimOutlined,
  CheckCircleOutlined,
  ExclamationCircleOutlined,
  MessageOutlined,
  StarFilled,
  StarOutlined,
  WarningOutlined,
} from '@ant-design/icons'
import { ComplaintStatus, ComplaintType, scores } from '@huanwei/contract/complaints/codes'
import { doubtsAbout } from '@huanwei/contract/complaints/rules'
import { useTranslation } from 'react-i18next'
import { distanceText } from '../../map/shapes/shapes.ts'
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

/** The citizen's satisfaction with the answer as stars; the remark is shown beside the pointer. */
export function Satisfaction({ score, remark = '' }: { score: number | null; remark?: string }) {
  const { t } = useTranslation('complaints')
  if (score === null) return '—'
  const said = [t('scoreOf', { score }), remark].filter(Boolean).join(' · ')
  return (
    <span className="complaint-score" role="img" aria-label={said} title={said}>
      {scores.map((one) => (one <= score ? <StarFilled key={one} /> : <StarOutlined key={one} />))}
    </span>
  )
}

/** Reasons for a check before somebody is sent, a space after each. */
export function DoubtTags({ about }: { about: Parameters<typeof doubtsAbout>[0] }) {
  const { t } = useTranslation('complaints')
  const { far, isFlood } = doubtsAbout(about)
  return (
    <>
      {isFlood && (
        <>
          <ListTag tone="warn" icon={<WarningOutlined />} text={t('doubt.flood')} />{' '}
        </>
      )}
      {far !== undefined && (
        <>
          <ListTag tone="warn" icon={<AimOutlined />} text={t('doubt.far', { distance: distanceText(far) })} />{' '}
        </>
      )}
    </>
  )
}
