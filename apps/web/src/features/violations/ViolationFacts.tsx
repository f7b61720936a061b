import type { ViolationDetail } from '@huanwei/contract/violations/endpoints'
import { useTranslation } from 'react-i18next'
import { DrawerFacts, type Fact } from '../../ui/DrawerFrame.tsx'
import { Duration } from './ViolationState.tsx'

/** The facts of a violation. `since` is when they arrived, epoch ms. */
export function ViolationFacts({ violation, since }: { violation: ViolationDetail; since: number }) {
  const { t } = useTranslation('violations')
  const { limit, peak } = violation
  const speed: Fact[] =
    limit === null || peak === null
      ? []
      : [{ key: 'speed', label: t('speed'), value: t('limitAndPeak', { limit, peak: Math.round(peak) }), wide: true }]
  return (
    <DrawerFacts
      facts={[
        { key: 'event', label: t('column.event'), value: violation.violationEvent },
        { key: 'object', label: t('column.object'), value: violation.objectName },
        { key: 'time', label: t('column.time'), value: violation.createTime },
        { key: 'kind', label: t('departmentAndType'), value: `${violation.deptName} / ${violation.objectTypeName}` },
        {
          key: 'duration',
          label: t('column.duration'),
          value: <Duration seconds={violation.duration} since={since} isInForce={violation.endTime === null} />,
        },
        { key: 'action', label: t('column.action'), value: violation.executeAction || '—' },
        ...speed,
        { key: 'position', label: t('position'), value: violation.position || '—', wide: true },
      ]}
    />
  )
}
