import type { DrivingDetail } from '@huanwei/contract/history/endpoints'
import { useTranslation } from 'react-i18next'
import { durationText } from './duration-text.ts'
import type { Track } from './tracks/track.ts'

type Figure =
  | 'mileage'
  | 'unknown'
  | 'driving'
  | 'work'
  | 'stopped'
  | 'idle'
  | 'overspeed'
  | 'averageSpeed'
  | 'maxSpeed'
  | 'points'

/** Value of a span. */
export function Figures({ detail, track }: { detail: DrivingDetail; track: Track | undefined }) {
  const { t } = useTranslation('history')
  const rows: [figure: Figure, value: string, more?: string][] = [
    ['mileage', `${detail.mileage.toFixed(1)} km`, t(`figure.${detail.mileageSource}`)],
    ['unknown', `${detail.unknownKm.toFixed(1)} km`, t('figure.straight')],
    ['driving', durationText(detail.drivingSeconds)],
    ['work', durationText(detail.bands.reduce((sum, { kind, seconds }) => sum + (kind === 'work' ? seconds : 0), 0))],
    ['stopped', durationText(detail.stopSeconds)],
    ['idle', durationText(detail.idleSeconds)],
    ['overspeed', durationText(detail.overspeedSeconds)],
    ['averageSpeed', `${detail.averageSpeed} km/h`],
    ['maxSpeed', `${Math.round(detail.maxSpeed)} km/h`],
  ]
  if (track) rows.push(['points', String(track.total), track.points.length < track.total ? t('figure.thinned') : ''])
  return (
    <dl className="history-figures">
      {rows.map(([key, value, more]) => (
        <div key={key}>
          <dt>{t(`figure.${key}`)}</dt>
          <dd>
            {value} {more && <span className="list-sub">{more}</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
