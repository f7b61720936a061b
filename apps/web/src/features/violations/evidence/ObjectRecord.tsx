import type { RecordedVerdict, ViolationDetail } from '@huanwei/contract/violations/endpoints'
import { useTranslation } from 'react-i18next'
import { verdictWord } from '../ViolationState.tsx'
import './violation-evidence.css'

type Props = { violation: Pick<ViolationDetail, 'objectType' | 'violationEvent'>; record: readonly RecordedVerdict[] }

/** How the violations of the same object in the 30 days before were judged, those of the same rule apart. */
export function ObjectRecord({ violation, record }: Props) {
  const { t } = useTranslation('violations')
  const { objectType, violationEvent } = violation
  if (record.length === 0) return <p className="drawer-note">{t('record.none')}</p>
  const cells = (count: (one: RecordedVerdict) => number) => record.map((one) => <td key={one.alarmType}>{count(one)}</td>)
  return (
    <table className="object-record">
      <thead>
        <tr>
          <td />
          {record.map(({ alarmType }) => (
            <th key={alarmType} scope="col">
              {t(verdictWord(alarmType, objectType))}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row">{violationEvent}</th>
          {cells(({ ofRule }) => ofRule)}
        </tr>
        <tr>
          <th scope="row">{t('record.all')}</th>
          {cells(({ count }) => count)}
        </tr>
      </tbody>
    </table>
  )
}
