import { getVehicleStatusCount } from '@huanwei/contract/trees/endpoints'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { query } from '../../../lib/api.ts'
import { pollMs } from '../overview.ts'
import { Figure } from './Figure.tsx'
import { HomeCard } from './HomeCard.tsx'

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
      title={t('card.fleet')}
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
              <Figure
                key={status}
                label={t(`status.${status}`)}
                value={count}
                to={`/monitor/live/index?status=${status}`}
                tone={status}
              />
            ))}
          </ul>
        </>
      )}
    </HomeCard>
  )
}
