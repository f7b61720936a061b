import type { ViolationDetail } from '@huanwei/contract/violations/endpoints'
import { useTranslation } from 'react-i18next'
import { DrawerFacts, type Fact } from '../../ui/DrawerFrame.tsx'
import { Duration, ViolationTag } from './ViolationState.tsx'

/** The facts of a violation. `since` is when they arrived, epoch ms. */
export function ViolationFacts({ violation, since }: { violation: ViolationDetail; since: number }) {
  const { t } = useTranslation('violations')
  const { limit, peak } = violation
  const speed: Fact[] =
    limit === null || peak === null
      ? []
      : [{ key: 'speed', label: t('speed'), value: t('limitAndPeak', { limit, peak }), wide: true }]
  return (
    <DrawerFacts
      facts={[
        { key: 'event', label: t('column.event'), value: violation.violationEvent },
        { key: 'status', label: t('column.status'), value: <ViolationTag alarmType={violation.alarmType} /> },
        { key: 'object', label: t('column.object'), value: violation.objectName },
        { key: 'kind', label: t('departmentAndType'), value: `${violation.deptName} / ${violation.objectTypeName}` },
        { key: 'time', label: t('column.time'), value: violation.createTime },
        {
          key: 'duration',
          label: t('column.duration'),
          value: <Duration seconds={violation.duration} since={since} isInForce={violation.endTime === null} />,
        },
        ...speed,
        { key: 'action', label: t('column.action'), value: violation.executeAction || '—' },
        { key: 'position', label: t('column.position'), value: violation.position || '—', wide: true },
      ]}
    />
  )
}
