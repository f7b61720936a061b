import type { InspectionDetail } from '@huanwei/contract/inspections/endpoints'
import { disposeMinutes, inspectionDeadline } from '@huanwei/contract/inspections/rules'
import { useTranslation } from 'react-i18next'
import { parseTime } from '../../lib/time.ts'
import { DrawerFacts } from '../../ui/drawer/DrawerFrame.tsx'
import { DueTime } from '../deadlines/Due.tsx'

/** The facts of an inspection. `now` is when they arrived, epoch ms. */
export function InspectionFacts({ inspection, now }: { inspection: InspectionDetail; now: number }) {
  const { t } = useTranslation(['inspections', 'deadlines'])
  const { disposeTime, disposeTimeLimit } = inspection
  const used = disposeTime ?? disposeMinutes(parseTime(inspection.createTime), now)
  return (
    <DrawerFacts
      facts={[
        { key: 'content', label: t('content'), value: inspection.eventContent, wide: true },
        { key: 'responsible', label: t('column.responsible'), value: inspection.personResponsibleName },
        { key: 'reporter', label: t('column.reporter'), value: inspection.reportPersonName },
        { key: 'department', label: t('department'), value: inspection.deptName },
        { key: 'project', label: t('project'), value: inspection.projectName ?? '—' },
        { key: 'time', label: t('column.time'), value: inspection.createTime },
        { key: 'business', label: t('column.business'), value: inspection.businessTypeName },
        { key: 'score', label: t('column.score'), value: inspection.score },
        { key: 'standard', label: t('column.standard'), value: inspection.assessmentStandardName, wide: true },
        { key: 'position', label: t('column.position'), value: inspection.position, wide: true },
        { key: 'remark', label: t('column.remark'), value: inspection.remark || '—', wide: true },
        { key: 'limit', label: t('limit'), value: t('hours', { n: disposeTimeLimit }) },
        {
          key: 'used',
          label: t('used'),
          value: t(disposeTime === null ? 'minutesSoFar' : 'minutes', { n: used }),
        },
        { key: 'due', label: t('deadlines:dueTime'), value: <DueTime deadline={inspectionDeadline(inspection)} /> },
      ]}
    />
  )
}
