import type { Platform } from '@huanwei/contract/platform/endpoints'
import { useTranslation } from 'react-i18next'
import { ListTag } from '../../ui/list/ListTag.tsx'
import { FigureTable } from './FigureTable.tsx'

const [secondMs, minuteMs, hourMs] = [1000, 60_000, 3_600_000]

/** What the product does by itself, and how its last run went. */
export function JobTable({ jobs }: { jobs: Platform['jobs'] }) {
  const { t } = useTranslation('platform')
  function pace(ms: number) {
    if (ms >= hourMs) return t('hours', { count: Math.round(ms / hourMs) })
    return ms >= minuteMs
      ? t('minutes', { count: Math.round(ms / minuteMs) })
      : t('seconds', { count: Math.round(ms / secondMs) })
  }
  return (
    <FigureTable title={t('jobs')} heads={[t('job'), t('state'), t('endTime'), t('took'), t('every'), t('host')]}>
      {jobs.map(({ name, failures, error, endTime, tookMs, everyMs, host }) => (
        <tr key={name}>
          <td>{t(`jobs.${name}`)}</td>
          <td>
            {failures ? (
              <ListTag tone="bad" icon="!" text={t('failures', { count: failures })} />
            ) : (
              <ListTag tone="good" icon="✓" text={t('well')} />
            )}
            {error && <p className="platform-error">{error}</p>}
          </td>
          <td>{endTime}</td>
          <td>{t('milliseconds', { count: tookMs })}</td>
          <td>{pace(everyMs)}</td>
          <td>{host}</td>
        </tr>
      ))}
    </FigureTable>
  )
}
