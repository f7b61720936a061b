import { ObjectType } from '@huanwei/contract/objects'
import { minuteMs } from '@huanwei/contract/time'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { historyAddress, useHistoryPage } from '../history/history-search.ts'
import { indexAt } from '../history/tracks/track.ts'
import { useDayTrack } from './use-day-track.ts'

/** `at` in epoch ms. */
type Props = { vehicleId: number; day: string; at: number | undefined }

/** A fix tells the speed of the picture this long, ms. */
const longest = 5 * minuteMs

/** How fast the vehicle was at a moment of its recordings, and the way to its trail there. */
export function TrackMoment({ vehicleId, day, at }: Props) {
  const { t, i18n } = useTranslation('playback')
  const hasHistory = useHistoryPage()
  const points = useDayTrack(vehicleId, day).track?.points ?? []
  if (at === undefined) return null
  const fix = points[indexAt(points, at)]
  const isKnown = fix !== undefined && at - fix.at <= longest
  return (
    <span className="playback-moment">
      {isKnown ? t('speedNow', { n: Math.round(fix.speed).toLocaleString(i18n.language) }) : t('speedUnknown')}
      {hasHistory && <Link to={historyAddress([`${ObjectType.vehicle}-${vehicleId}`], at)}>{t('trail')}</Link>}
    </span>
  )
}
