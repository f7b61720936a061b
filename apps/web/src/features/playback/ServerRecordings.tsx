import { useTranslation } from 'react-i18next'
import { LoadFailed } from '../../ui/list/ListNotice.tsx'
import { ClipList } from '../video/ClipList.tsx'
import type { useServerRecordings } from './use-server-recordings.ts'

type Props = { found: ReturnType<typeof useServerRecordings>; nameOf: (clip: { startTime: string }) => string }

/** Of a channel and a day what the server has recorded, whether the terminal is there or not. */
export function ServerRecordings({ found: { clips, error, refetch }, nameOf }: Props) {
  const { t } = useTranslation('playback')
  if (error) return <LoadFailed title={t('failed')} error={error} onRetry={refetch} />
  return (
    <section className="playback-server" aria-label={t('server')}>
      <h3>{t('server')}</h3>
      {clips?.length === 0 ? (
        <p>{t('server.none')}</p>
      ) : (
        <ClipList label={t('server.list')} clips={clips ?? []} nameOf={nameOf} />
      )}
    </section>
  )
}
