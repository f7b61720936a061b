import { ObjectType } from '@huanwei/contract/objects'
import { Metric, metrics } from '@huanwei/contract/readings/codes'
import { useTranslation } from 'react-i18next'
import { FixAge } from './FixAge.tsx'
import { useLiveObject } from './live-objects.ts'

/** Latest readings of a facility's sensors, each with its age; the fill level as a bar. */
export function LatestReadings({ id }: { id: number }) {
  const { t } = useTranslation('readings')
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
        return (
          <div key={key}>
            <dt>{channel ? t('channel', { name, channel }) : name}</dt>
            <dd>
              {metric === Metric.fill && <meter min={0} max={100} high={80} optimum={0} value={value} aria-label={name} />}
              <strong>{metrics[metric].kind === 'state' ? t(value ? 'inUse' : 'vacant') : Number(value.toFixed(3))}</strong>{' '}
              {metrics[metric].unit}
              {measured !== undefined && <small> {t('measured', { value: Number(measured.toFixed(3)) })}</small>}
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
