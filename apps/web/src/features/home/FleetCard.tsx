import { getVehicleStatusCount } from '@huanwei/contract/trees/endpoints'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { query } from '../../lib/api.ts'
import { HomeCard } from './HomeCard.tsx'
import { pollMs } from './overview.ts'

export const fleetQuery = query(getVehicleStatusCount, {})

/** Number of moving, stationary, alarming and offline vehicles, as figures that lead to them and as one bar. */
export function FleetCard() {
  const { t } = useTranslation('home')
  const fleet = useQuery({ ...fleetQuery, refetchInterval: pollMs })
  const { data } = fleet
  const parts = data
    ? [
        { status: 'moving', count: data.vehicleRunningCount } as const,
        { status: 'stationary', count: data.vehicleStaticCount } as const,
        { status: 'alert', count: data.vehicleAlarmCount } as const,
        { status: 'offline', count: data.vehicleOfflineCount } as const,
      ]
    : []
  return (
    <HomeCard
      title={t('fleet')}
      aside={data && t('fleetShare', { online: data.vehicleOnlineCount, total: data.vehicleCount })}
      to="/monitor/live/index"
      link={t('openLive')}
      of={fleet}
    >
      {data?.vehicleCount === 0 ? (
        <p className="card-empty">{t('fleetEmpty')}</p>
      ) : (
        <>
          <div className="share" aria-hidden="true">
            {parts.map(
              ({ status, count }) => count > 0 && <span key={status} className={`is-${status}`} style={{ flexGrow: count }} />,
            )}
          </div>
          <ul className="figures">
            {parts.map(({ status, count }) => (
              <li key={status} className={`figure is-${status}`}>
                <Link to={`/monitor/live/index?status=${status}`}>
                  <span>{t(`status.${status}`)}</span>
                  <strong>{count}</strong>
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
    </HomeCard>
  )
}
