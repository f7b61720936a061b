import type { InspectionStep } from '@huanwei/contract/inspections/endpoints'
import { tabOf } from '@huanwei/contract/inspections/rules'
import { useTranslation } from 'react-i18next'
import { Timeline } from '../../ui/drawer/Timeline.tsx'
import { Photos } from '../files/Photos.tsx'
import { inspectionLooks } from './InspectionState.tsx'

/** Timeline: reported, answered, returned and closed, each with person and photos. Source: spec 2, section 2.3. */
export function InspectionSteps({ steps }: { steps: InspectionStep[] }) {
  const { t } = useTranslation('inspections')
  return (
    <Timeline
      label={t('process')}
      steps={steps.map(({ createTime, objectName, remark, img, ...state }, i) => {
        const { word, tone, icon } = inspectionLooks[tabOf(state)]
        return {
          key: i,
          time: createTime,
          who: objectName,
          text: remark,
          photos: <Photos of={createTime} names={img.split(',').filter(Boolean)} />,
          icon,
          title: t(`step.${word}`),
          tone: word === 'waiting' ? 'plain' : tone,
        }
      })}
    />
  )
}
