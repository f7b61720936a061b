import { getVehicleStatusCount } from '@huanwei/contract/trees/endpoints'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { query } from '../lib/api.ts'
import { HomeCard } from './HomeCard.tsx'

/** How often the figures are asked for again, ms. Source: spec 1, section 9. */
const pollMs = 60_000

export const vehiclesQuery = query(getVehicleStatusCount, {})

/** How many vehicles move, stand, alarm or are silent, as figures and as one bar. */
export function VehiclesCard() {
  const { t } = useTranslation('shell')
  const { data, isPending, isError, refetch } = useQuery({ ...vehiclesQuery, refetchInterval: pollMs })
  const parts = data
    ? [
        { status: 'moving', count: data.vehicleRunningCount },
        { status: 'stationary', count: data.vehicleStaticCount },
        { status: 'alert', count: data.vehicleAlarmCount },
        { status: 'offline', count: data.vehicleOfflineCount },
      ]
    : []
  return (
    <HomeCard
      title={t('home.vehicles')}
      aside={data && t('home.vehiclesShare', { online: data.vehicleOnlineCount, total: data.vehicleCount })}
      to="/monitor/live/index"
      link={t('home.openLive')}
      isPending={isPending}
      isError={isError}
      onRetry={() => void refetch()}
    >
      {data?.vehicleCount === 0 ? (
        <p className="card-empty">{t('home.noVehicles')}</p>
      ) : (
        <>
          <div className="share" aria-hidden="true">
            {parts.map(
              ({ status, count }) => count > 0 && <span key={status} className={`is-${status}`} style={{ flexGrow: count }} />,
            )}
          </div>
          <dl className="figures">
            {parts.map(({ status, count }) => (
              <div key={status} className={`figure is-${status}`}>
                <dt>{t(`status.${status}`)}</dt>
                <dd>{count}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </HomeCard>
  )
}
