import { CleaningStatus } from '@huanwei/contract/cleaning/codes'
import type { CleaningDetail } from '@huanwei/contract/cleaning/endpoints'
import { useTranslation } from 'react-i18next'
import { Timeline } from '../../ui/drawer/Timeline.tsx'
import { Photos } from '../files/Photos.tsx'
import { cleaningLooks } from './CleaningState.tsx'

/** Timeline: reported, assigned, processed, evaluated and closed, each with person and photos. */
export function CleaningSteps({ report }: { report: CleaningDetail }) {
  const { t } = useTranslation('cleaning')
  const { assigneeName, plateNumber, score } = report
  const more = (status: CleaningStatus) => {
    if (status === CleaningStatus.assigned) return [assigneeName, plateNumber].filter(Boolean).join(' · ')
    return status === CleaningStatus.evaluated && score !== null ? t('points', { count: score }) : ''
  }
  return (
    <Timeline
      label={t('process')}
      steps={report.process.map(({ status, createTime, objectName, remark, img }) => ({
        key: status,
        time: createTime,
        who: objectName,
        text: remark,
        icon: cleaningLooks[status].icon,
        title: [t(`step.${cleaningLooks[status].word}`), more(status)].filter(Boolean).join(' · '),
        photos: <Photos of={createTime} names={img.split(',').filter(Boolean)} />,
        tone: status === CleaningStatus.over ? 'good' : 'plain',
      }))}
    />
  )
}
