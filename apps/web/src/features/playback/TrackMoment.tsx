import { getTrack } from '@huanwei/contract/history/endpoints'
import { ObjectType } from '@huanwei/contract/objects'
import { minuteMs } from '@huanwei/contract/time'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { query } from '../../lib/api.ts'
import { parseTime } from '../../lib/time.ts'
import { historyAddress, useHistoryPage } from '../history/history-search.ts'

type Props = { vehicleId: number; times: { startTime: string; endTime: string }; at: number | undefined }

/** A fix tells the speed of the picture this long, ms. */
const longest = 5 * minuteMs

/** How fast the vehicle was at a moment of its recordings, and the way to its trail there. */
export function TrackMoment({ vehicleId, times, at }: Props) {
  const { t, i18n } = useTranslation('playback')
  const hasHistory = useHistoryPage()
  const track = useQuery({
    ...query(getTrack, { objectType: ObjectType.vehicle, objectId: vehicleId, ...times }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const points = useMemo(() => track.data?.points.map(({ time, speed }) => ({ at: parseTime(time), speed })) ?? [], [track.data])
  if (at === undefined) return null
  const fix = points.findLast((point) => point.at <= at)
  const isKnown = fix !== undefined && at - fix.at <= longest
  return (
    <span className="playback-moment">
      {isKnown ? t('speedNow', { n: Math.round(fix.speed).toLocaleString(i18n.language) }) : t('speedUnknown')}
      {hasHistory && <Link to={historyAddress([`${ObjectType.vehicle}-${vehicleId}`], at)}>{t('trail')}</Link>}
    </span>
  )
}
