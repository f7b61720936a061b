import type { getPassages } from '@huanwei/contract/history/endpoints'
import type { UseQueryResult } from '@tanstack/react-query'
import { Button, Skeleton } from 'antd'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { ListEmpty, LoadFailed } from '../../../ui/list/ListNotice.tsx'
import type { MoverKey } from '../history-search.ts'
import './passages.css'

export type Asked = z.input<typeof getPassages.input>

type Props = {
  found: UseQueryResult<z.output<typeof getPassages.output>>
  onTrack: (key: MoverKey, at: string) => void
}

/** Who was there, in order of time, each with the way to the track. */
export function PassageList({ found, onTrack }: Props) {
  const { t } = useTranslation('history')
  const { data, error, refetch } = found
  if (error) return <LoadFailed title={t('who.failed')} error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton active title={false} />
  if (data.total === 0) return <ListEmpty title={t('who.none')} hint={t('who.noneHint')} />
  return (
    <section aria-label={t('who.found')}>
      <p role="status" className="drawer-note">
        {data.total > data.passages.length
          ? t('who.first', { n: data.passages.length, total: data.total })
          : t('who.total', { total: data.total })}
      </p>
      <ul className="passages">
        {data.passages.map(({ objectType, objectId, name, deptName, startTime, endTime, fixes, highestSpeed }) => (
          <li key={`${objectType} ${objectId} ${startTime}`}>
            <div>
              <strong>{name}</strong> <span className="list-sub">{deptName}</span>
            </div>
            <div className="passage-times">
              <time>{startTime}</time> – <time>{endTime.slice(11)}</time>{' '}
              <span className="list-sub">{fixes > 0 ? t('who.speed', { speed: highestSpeed }) : t('who.through')}</span>
            </div>
            <Button
              type="link"
              size="small"
              aria-label={t('who.trackOf', { name })}
              onClick={() => onTrack(`${objectType}-${objectId}`, startTime)}
            >
              {t('who.track')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
