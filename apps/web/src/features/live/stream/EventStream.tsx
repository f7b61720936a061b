import { Button, Skeleton } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useTick } from '../../../lib/tick.ts'
import { LoadFailed } from '../../../ui/list/ListNotice.tsx'
import { useTouch } from '../../../ui/list/use-touch.ts'
import { StreamKinds } from './StreamKinds.tsx'
import { type StreamActs, StreamRow } from './StreamRow.tsx'
import { useStream } from './use-stream.ts'
import './stream.css'

/** The place of the stream beside the map, for screens that have the room. */
export function StreamCard({ children }: { children: ReactNode }) {
  const { t } = useTranslation('live')
  return (
    <aside className="live-stream-card" aria-label={t('stream.title')}>
      <h2>{t('stream.title')}</h2>
      {children}
    </aside>
  )
}

/** What happened last, the newest first; each leads to its object on the map, a violation opens. */
export function EventStream(acts: StreamActs) {
  const { t } = useTranslation(['live', 'list'])
  const now = useTick()
  const { list, held, isInView } = useStream(acts.selected)
  const touch = useTouch(held.onTouch)
  return (
    <div className="live-stream">
      <StreamKinds />
      <div className="live-stream-rows" {...touch}>
        <div role="status">
          {isInView && held.rows && <p className="live-note">{t('stream.shown', { count: held.rows.length })}</p>}
          {held.fresh > 0 && (
            <Button size="small" block autoInsertSpace={false} onClick={() => void held.renew()}>
              {t('list:desk.fresh', { n: held.fresh })}
            </Button>
          )}
        </div>
        {list.error && !list.data ? (
          <LoadFailed title={t('stream.failed')} error={list.error} onRetry={() => void list.refetch()} />
        ) : !held.rows ? (
          <Skeleton active title={false} paragraph={{ rows: 8 }} />
        ) : held.rows.length === 0 ? (
          <p className="live-note">{t(isInView ? 'stream.noneInView' : 'stream.none')}</p>
        ) : (
          <ol>
            {held.rows.map((item) => (
              <StreamRow key={item.id} {...{ item, now }} {...acts} />
            ))}
          </ol>
        )}
      </div>
    </div>
  )
}
