import { metrics } from '@huanwei/contract/readings/codes'
import { Measure } from '@huanwei/contract/rules/codes'
import type { ViolationDetail } from '@huanwei/contract/violations/endpoints'
import { useTranslation } from 'react-i18next'
import { DrawerFacts, type Fact } from '../../ui/drawer/DrawerFrame.tsx'
import { SeverityTag } from '../rules/SeverityTag.tsx'
import { Duration } from './ViolationState.tsx'
import { forObject } from './violation-words.ts'

type Props = {
  violation: ViolationDetail /** When it arrived, epoch ms. */
  since: number /** What else is known. */
  more?: Fact[]
}

/** The facts of a violation. */
export function ViolationFacts({ violation, since, more = [] }: Props) {
  const { t } = useTranslation('violations')
  const { measure, limit, peak } = violation
  const measured = (measure: Measure, value: number) => {
    if (measure === Measure.peopleIn) return t('peopleAnHour', { n: value })
    return `${Math.round(value * 10) / 10} ${measure === Measure.speed ? 'km/h' : metrics[measure].unit}`
  }
  const worst = measure === Measure.battery ? 'limitAndLowest' : 'limitAndPeak'
  const limits: Fact[] =
    measure === null || limit === null || peak === null
      ? []
      : [
          {
            key: 'limit',
            label: t('limit'),
            wide: true,
            value: t(worst, { limit: measured(measure, limit), peak: measured(measure, peak) }),
          },
        ]
  const alarms: Fact[] = violation.alarms.map(({ id, violationEvent, severity, createTime, endTime, duration }) => ({
    key: `alarm ${id}`,
    label: t('alarms.label'),
    wide: true,
    value: (
      <>
        <SeverityTag severity={severity} /> {violationEvent} · {createTime} ·{' '}
        <Duration seconds={duration} since={since} isInForce={endTime === null} />
      </>
    ),
  }))
  return (
    <DrawerFacts
      facts={[
        { key: 'event', label: t(forObject(violation.objectType, 'column.event')), value: violation.violationEvent },
        { key: 'object', label: t('column.object'), value: violation.objectName },
        { key: 'time', label: t('column.time'), value: violation.createTime },
        { key: 'kind', label: t('departmentAndType'), value: `${violation.deptName} / ${violation.objectTypeName}` },
        {
          key: 'duration',
          label: t('column.duration'),
          value: <Duration seconds={violation.duration} since={since} isInForce={violation.endTime === null} />,
        },
        { key: 'action', label: t('column.action'), value: violation.executeAction || '—' },
        ...limits,
        ...alarms,
        { key: 'position', label: t('position'), value: violation.position || '—', wide: true },
        ...more,
      ]}
    />
  )
}
