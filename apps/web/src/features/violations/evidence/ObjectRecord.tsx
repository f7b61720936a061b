import { getViolationRecord, type RecordedVerdict, type ViolationDetail } from '@huanwei/contract/violations/endpoints'
import { useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { useTranslation } from 'react-i18next'
import { query } from '../../../lib/api.ts'
import { verdictWord } from '../ViolationState.tsx'
import './violation-evidence.css'

/** How the violations of the same object in the 30 days before were judged, those of the same rule apart. */
export function ObjectRecord({ violation }: { violation: Pick<ViolationDetail, 'id' | 'objectType' | 'violationEvent'> }) {
  const { t } = useTranslation('violations')
  const { id, objectType, violationEvent } = violation
  const record = useQuery(query(getViolationRecord, { violationEventId: id }))
  if (record.error) return <p className="drawer-note">{t('record.failed', { reason: record.error.message })}</p>
  if (!record.data) return <Skeleton active title={false} paragraph={{ rows: 2 }} />
  if (record.data.length === 0) return <p className="drawer-note">{t('record.none')}</p>
  const cells = (count: (one: RecordedVerdict) => number) => record.data.map((one) => <td key={one.alarmType}>{count(one)}</td>)
  return (
    <table className="object-record">
      <thead>
        <tr>
          <td />
          {record.data.map(({ alarmType }) => (
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
