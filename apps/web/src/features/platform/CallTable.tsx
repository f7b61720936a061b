import type { Platform } from '@huanwei/contract/platform/endpoints'
import { useTranslation } from 'react-i18next'
import { FigureTable } from './FigureTable.tsx'

/** The slowest calls of the last hour. */
export function CallTable({ calls }: { calls: Platform['calls'] }) {
  const { t } = useTranslation('platform')
  return (
    <FigureTable title={t('calls')} heads={[t('call'), t('most'), t('mean'), t('count'), t('failedCalls')]}>
      {calls.map(({ method, path, mostMs, meanMs, count, failed }) => (
        <tr key={`${method} ${path}`}>
          <td>
            {method} {path}
          </td>
          <td>{t('milliseconds', { count: Math.round(mostMs) })}</td>
          <td>{t('milliseconds', { count: Math.round(meanMs) })}</td>
          <td>{count}</td>
          <td>{failed}</td>
        </tr>
      ))}
    </FigureTable>
  )
}
