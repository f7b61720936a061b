import { ObjectType } from '@huanwei/contract/objects'
import { Metric, metrics } from '@huanwei/contract/readings/codes'
import { getLatestReadings, type KnownReading } from '@huanwei/contract/readings/endpoints'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { query } from '../../lib/api.ts'
import { DrawerPart } from '../../ui/drawer/DrawerFrame.tsx'
import { shortTime } from '../../ui/list/list-cells.tsx'
import { LimitNote } from '../readings/LimitNote.tsx'
import './assets.css'

/** Refresh interval, ms. */
const againMs = 15_000
const order = Object.values(Metric)

/** The latest readings of a facility's sensor: cubicles, air, flow, fill level. */
export function SensorReadings({ id }: { id: number }) {
  const { t } = useTranslation(['assets', 'readings'])
  const asked = { objectType: ObjectType.facility, objectId: id }
  const { data } = useQuery({ ...query(getLatestReadings, asked), refetchInterval: againMs })
  if (!data) return null
  const rows = data.toSorted((a, b) => order.indexOf(a.metric) - order.indexOf(b.metric) || a.channel - b.channel)
  return (
    <DrawerPart title={t('readings')}>
      {rows.length === 0 ? (
        <p className="drawer-note">{t('noReadings')}</p>
      ) : (
        <ul className="asset-readings" aria-label={t('readings')}>
          {rows.map((reading) => (
            <ReadingItem key={`${reading.metric}-${reading.channel}`} reading={reading} />
          ))}
        </ul>
      )}
    </DrawerPart>
  )
}

function ReadingItem({ reading: { metric, channel, value, time, limit } }: { reading: KnownReading }) {
  const { t } = useTranslation('readings')
  const { kind, unit } = metrics[metric]
  const name = t(`metrics.${metric}`)
  const isTaken = kind === 'state' && value > 0
  return (
    <li data-taken={isTaken ? '' : undefined}>
      <span>{channel ? t('channel', { name, channel }) : name}</span>{' '}
      <strong>{kind === 'state' ? t(isTaken ? 'inUse' : 'vacant') : `${Number(value.toFixed(3))} ${unit}`}</strong>{' '}
      <span className="list-sub">{shortTime(time)}</span>
      <LimitNote {...{ metric, value, limit }} />
    </li>
  )
}
