import { CameraOutlined } from '@ant-design/icons'
import type { CleaningReport } from '@huanwei/contract/cleaning/endpoints'
import { cleaningDeadline } from '@huanwei/contract/cleaning/rules'
import { useTranslation } from 'react-i18next'
import { useTick } from '../../lib/tick.ts'
import { age, parseTime } from '../../lib/time.ts'
import { TimelinessTag } from '../deadlines/Due.tsx'

type Props = { report: CleaningReport; isOpen: boolean; onOpen: (id: number) => void; state?: React.ReactNode }

/** A report on the board or beside the map. */
export function CleaningCard({ report, isOpen, onOpen, state }: Props) {
  const { t } = useTranslation('cleaning')
  const { id, code, type, facilityName, position, content, assigneeName, plateNumber, reportTime, img } = report
  const deadline = cleaningDeadline(report)
  return (
    <button type="button" className="clean-card" data-row={id} data-open={isOpen ? '' : undefined} onClick={() => onOpen(id)}>
      <span className="clean-card-head">
        <strong title={facilityName || position}>{facilityName || position}</strong>
        <span className="clean-type">{t(`type.${type}`)}</span>
      </span>
      <span className="clean-card-text">{content}</span>
      {assigneeName && <span className="clean-card-who">{[assigneeName, plateNumber].filter(Boolean).join(' · ')}</span>}
      <span className="clean-due" title={report.dueTime}>
        {deadline.isOpen && t('dueBy', { time: report.dueTime.slice(5, 16) })} <TimelinessTag deadline={deadline} />
      </span>
      <span className="clean-card-foot">
        {state ?? <span>{code}</span>}
        {img && <CameraOutlined aria-label={t('hasPhotos')} />}
        <Age since={reportTime} />
      </span>
    </button>
  )
}

const Age = ({ since }: { since: string }) => (
  <time dateTime={since.replace(' ', 'T')} title={since}>
    {age(useTick() - parseTime(since))}
  </time>
)
