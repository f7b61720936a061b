import { getPlace } from '@huanwei/contract/history/endpoints'
import { getRealtimeData } from '@huanwei/contract/trees/endpoints'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { query } from '../../lib/api.ts'
import { compass } from '../../lib/compass.ts'
import { usePaused } from '../../lib/paused.ts'
import { formatTime } from '../../lib/time.ts'
import { moverOf } from './history-search.ts'
import type { Playback } from './playback/playback.ts'
import { useIsPlaying, useSecond } from './playback/use-playback.ts'
import { isSilent, pointAt, type Track } from './tracks/track.ts'

type Props = { track: Track; playback: Playback }
type CardProps = Props & {
  onSeek: (at: number) => void
  /** Shows the day of a moment, `yyyy-MM-dd HH:mm:ss`. */
  onDay: (at: string) => void
}

/** The one in focus at the moment shown: when, how fast, where. */
export function NowCard({ track, playback, onSeek, onDay }: CardProps) {
  const { t } = useTranslation(['history', 'live'])
  const at = useSecond(playback)
  const point = pointAt(track.points, at)
  const first = track.points[0]
  return (
    <section className="history-card" aria-label={t('now.label', { name: track.name })}>
      <header>
        <i className="history-swatch" style={{ background: track.colour }} />
        <strong>{track.name}</strong>
        <time>{formatTime(at)}</time>
      </header>
      {point ? (
        <>
          {isSilent(point, at) ? (
            <p>{t('now.silent', { time: point.time })}</p>
          ) : (
            <p>
              <strong className="history-speed">{Math.round(point.speed)}</strong> <span>km/h</span>{' '}
              <span>{t(`live:compass.${compass(point.direction)}`)}</span>{' '}
              <span>{t(point.status & 1 ? 'live:card.accOn' : 'live:card.accOff')}</span>
            </p>
          )}
          <Place track={track} playback={playback} />
        </>
      ) : (
        <p>
          {t(first ? 'now.before' : 'now.never')}{' '}
          {first && (
            <Button type="link" size="small" onClick={() => onSeek(first.at)}>
              {t('now.first', { time: first.time })}
            </Button>
          )}
          {!first && <LastFix track={track} onDay={onDay} />}
        </p>
      )}
    </section>
  )
}

/** Link to the last position, when nothing was heard in the span. */
function LastFix({ track, onDay }: Pick<CardProps, 'track' | 'onDay'>) {
  const { t } = useTranslation('history')
  const { objectType, objectId } = moverOf(track.key)
  const found = useQuery(query(getRealtimeData, { objectType, ids: [objectId] }))
  const time = found.data?.[0]?.time
  if (!time) return null
  return (
    <Button type="link" size="small" onClick={() => onDay(time)}>
      {t('now.last', { time: time.slice(5, 16) })}
    </Button>
  )
}

/** The name of the place, asked for when it stands: while it plays the place is another one in every frame. */
function Place({ track, playback }: Props) {
  const { t } = useTranslation('history')
  const isPlaying = useIsPlaying(playback)
  const point = pointAt(track.points, useSecond(playback))
  const [lng = 0, lat = 0] = usePaused(point && !isPlaying ? `${point.lng.toFixed(4)} ${point.lat.toFixed(4)}` : '')
    .split(' ')
    .map(Number)
  const isAsked = !isPlaying && lng !== 0
  const found = useQuery({ ...query(getPlace, { lng, lat }), enabled: isAsked, staleTime: Number.POSITIVE_INFINITY })
  if (isPlaying) return <p className="history-place">{t('now.placeLater')}</p>
  return <p className="history-place">{found.data?.position ?? found.error?.message ?? '…'}</p>
}
