import { CleaningStatus } from '@huanwei/contract/cleaning/codes'
import type { CleaningDetail } from '@huanwei/contract/cleaning/endpoints'
import { useTranslation } from 'react-i18next'
import { Timeline } from '../../ui/Timeline.tsx'
import { looks } from './CleaningState.tsx'

/** Who reported, assigned, did, evaluated and closed it, with their photos. */
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
        ...{ key: status, time: createTime, who: objectName, text: remark, icon: looks[status].icon },
        title: [t(`step.${looks[status].word}`), more(status)].filter(Boolean).join(' · '),
        photos: img.split(',').filter(Boolean),
        tone: status === CleaningStatus.over ? 'good' : 'plain',
      }))}
    />
  )
}
