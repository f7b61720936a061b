import type { Output } from '@huanwei/contract/endpoint'
import { Status } from '@huanwei/contract/live/codes'
import { getVehicleData } from '@huanwei/contract/trees/endpoints'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Skeleton } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { query } from '../../lib/api.ts'
import { useMay } from '../../lib/session.ts'
import { formatTime } from '../../lib/time.ts'
import { vehicles } from '../../live/vehicles.ts'
import { StatusTag } from '../../ui/StatusTag.tsx'
import type { TreeItem } from '../../ui/tree/model.ts'
import { historyAddress } from '../history/history-search.ts'
import './vehicle-card.css'
import { FixAge } from './FixAge.tsx'
import { compass } from './live-search.ts'
import { useLiveVehicle, useStatus } from './live-vehicles.ts'
import { VehicleCommands } from './VehicleCommands.tsx'

/** The street changes as the vehicle moves; asked for again this often, ms. */
const factsEveryMs = 15_000

type Props = {
  node: TreeItem
  isFollowing: boolean
  onFollow: (isFollowing: boolean) => void
  trail: { isShown: boolean; error: Error | null }
  onTrail: (isShown: boolean) => void
  onClose: () => void
}

/** All about the selected vehicle, over the map. */
export function VehicleCard({ node, isFollowing, onFollow, trail, onTrail, onClose }: Props) {
  const { t } = useTranslation('live')
  const status = useStatus(node)
  const mayCommand = useMay('admin_device_command')
  const facts = useQuery({
    ...query(getVehicleData, { ids: [node.id] }),
    refetchInterval: ({ state }) => (state.error ? false : factsEveryMs),
  })
  const vehicle = facts.data?.[0]
  return (
    <section className="live-card" aria-label={t('card.label', { name: node.label })}>
      <header>
        <h2>{vehicle?.plateNumber ?? node.plateNumber ?? node.label}</h2>
        <StatusTag status={status} />
        <Button type="text" size="small" aria-label={t('common:action.close')} onClick={onClose}>
          ✕
        </Button>
      </header>
      <Movement id={node.id} status={status} />
      {vehicle && <Facts vehicle={vehicle} />}
      {facts.isPending && <Skeleton active title={false} paragraph={{ rows: 4 }} />}
      {facts.error && !vehicle && (
        <Alert
          type="warning"
          title={t('card.failed', { reason: facts.error.message })}
          action={
            <Button size="small" onClick={() => facts.refetch()}>
              {t('common:action.retry')}
            </Button>
          }
        />
      )}
      {trail.isShown && trail.error && <p className="live-note">{t('card.noTrail', { reason: trail.error.message })}</p>}
      <div className="live-actions">
        <Button
          size="small"
          autoInsertSpace={false}
          type={isFollowing ? 'primary' : 'default'}
          aria-pressed={isFollowing}
          onClick={() => onFollow(!isFollowing)}
        >
          {t('card.follow')}
        </Button>
        <Button
          size="small"
          autoInsertSpace={false}
          type={trail.isShown ? 'primary' : 'default'}
          aria-pressed={trail.isShown}
          onClick={() => onTrail(!trail.isShown)}
        >
          {t('card.trail')}
        </Button>
        <Link className="live-link" to={`/event/illegal/index?objectId=${node.id}`}>
          {t('card.violations')}
        </Link>
        <PlaybackLink id={node.id} />
      </div>
      {mayCommand && vehicle && <VehicleCommands deviceId={vehicle.deviceId} plate={vehicle.plateNumber} />}
    </section>
  )
}

/** Its past, from where it is now on backwards. */
function PlaybackLink({ id }: { id: number }) {
  const { t } = useTranslation('live')
  const time = useLiveVehicle(id)?.time
  return (
    <Link className="live-link" to={historyAddress(id, time || vehicles.serverNow())}>
      {t('card.playback')}
    </Link>
  )
}

/** What changes by the second, from the live store. */
function Movement({ id, status }: { id: number; status: Status }) {
  const { t } = useTranslation('live')
  const live = useLiveVehicle(id)
  if (!live?.time) return <p className="live-note">{t('card.noFix')}</p>
  return (
    <>
      <div className="live-movement">
        <strong>{status === Status.offline ? '—' : Math.round(live.speed)}</strong>
        <span>km/h</span>
        <span>{t(`compass.${compass(live.direction)}`)}</span>
        <span>{t(live.acc ? 'card.accOn' : 'card.accOff')}</span>
      </div>
      <p className="live-fresh">
        <FixAge time={live.time} /> · <time dateTime={new Date(live.time).toISOString()}>{formatTime(live.time)}</time>
      </p>
    </>
  )
}

function Facts({ vehicle }: { vehicle: Output<typeof getVehicleData>[number] }) {
  const { t } = useTranslation('live')
  const { name, vehicleTypeName, deptName, driverName, driverPhone, position, terminalNo } = vehicle
  const driver = driverPhone ? (
    <>
      {driverName} <a href={`tel:${driverPhone}`}>{driverPhone}</a>
    </>
  ) : (
    driverName
  )
  const rows = [
    ['name', name],
    ['type', vehicleTypeName],
    ['department', deptName],
    ['driver', driver],
    ['position', position],
    ['terminal', terminalNo ?? t('card.noTerminal')],
  ] as const
  return (
    <dl className="live-facts">
      {rows.map(([key, value]) => (
        <div key={key}>
          <dt>{t(`card.${key}`)}</dt>
          <dd>{value || '—'}</dd>
        </div>
      ))}
    </dl>
  )
}
