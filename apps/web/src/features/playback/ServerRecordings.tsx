import { listServerRecordings } from '@huanwei/contract/video/endpoints'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { query } from '../../lib/api.ts'
import { dayRange } from '../../lib/time.ts'
import { LoadFailed } from '../../ui/list/ListNotice.tsx'
import { ClipList } from '../video/ClipList.tsx'

/** Recordings of one channel and day that are looked at, the newest. */
const mostShown = 200

type Props = { vehicleId: number; channel: number; day: string; plate: string; channelName: string }

/** Of a channel and a day what the server has recorded, whether the terminal is there or not. */
export function ServerRecordings({ vehicleId, channel, day, plate, channelName }: Props) {
  const { t } = useTranslation('playback')
  const asked = { vehicleId, channel, ...dayRange(day, day), running: 'false' as const, size: mostShown }
  const found = useQuery({ ...query(listServerRecordings, asked), refetchInterval: 30_000 })
  if (found.error) return <LoadFailed title={t('failed')} error={found.error} onRetry={found.refetch} />
  const clips = found.data?.records ?? []
  return (
    <section className="playback-server" aria-label={t('server')}>
      <h3>{t('server')}</h3>
      {found.data && clips.length === 0 ? (
        <p>{t('server.none')}</p>
      ) : (
        <ClipList
          label={t('server.list')}
          clips={clips.toReversed()}
          nameOf={({ startTime }) => t('server.clip', { plate, channel: channelName, time: startTime })}
        />
      )}
    </section>
  )
}
