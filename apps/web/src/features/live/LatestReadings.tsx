import { ObjectType } from '@huanwei/contract/objects'
import { Metric, metrics } from '@huanwei/contract/readings/codes'
import { getLatestReadings } from '@huanwei/contract/readings/endpoints'
import { isOverLimit } from '@huanwei/contract/readings/rules'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { query } from '../../lib/api.ts'
import { LimitNote } from '../readings/LimitNote.tsx'
import { FixAge } from './FixAge.tsx'
import { useLiveObject } from './live-objects.ts'

/** Rules change rarely and their hours end; asked for again this often, ms. */
const limitsEveryMs = 60_000

/** Latest readings of a facility's sensors, each with its age and its limit; the fill level as a bar. */
export function LatestReadings({ id }: { id: number }) {
  const { t } = useTranslation('readings')
  const latest = useQuery({
    ...query(getLatestReadings, { objectType: ObjectType.facility, objectId: id }),
    refetchInterval: limitsEveryMs,
  })
  const limits = new Map(latest.data?.map(({ metric, limit }) => [metric, limit]))
  const readings = useLiveObject({ objectType: ObjectType.facility, id })?.readings ?? {}
  // In the order of the metrics; `occupied.3` is what the third probe says.
  const known = Object.values(Metric).flatMap((metric) =>
    Object.entries(readings).flatMap(([key, reading]) => {
      const [name, channel] = key.split('.')
      return name === metric ? [{ key, metric, channel, ...reading }] : []
    }),
  )
  if (!known.length) return null
  return (
    <dl className="live-readings">
      {known.map(({ key, metric, channel, value, measured, time }) => {
        const name = t(`metrics.${metric}`)
        const limit = limits.get(metric) ?? null
        return (
          <div key={key} data-over={isOverLimit(metric, value, limit) || undefined}>
            <dt>{channel ? t('channel', { name, channel }) : name}</dt>
            <dd>
              {metric === Metric.fill && (
                <meter min={0} max={100} high={limit ?? 80} optimum={0} value={value} aria-label={name} />
              )}
              <strong>{metrics[metric].kind === 'state' ? t(value ? 'inUse' : 'vacant') : Number(value.toFixed(3))}</strong>{' '}
              {metrics[metric].unit}
              {measured !== undefined && <small> {t('measured', { value: Number(measured.toFixed(3)) })}</small>}
              <LimitNote {...{ metric, value, limit }} />
            </dd>
            <dd className="live-fresh">
              <FixAge time={time} />
            </dd>
          </div>
        )
      })}
    </dl>
  )
}
