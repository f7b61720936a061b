import { Button, Skeleton } from 'antd'
import { useTranslation } from 'react-i18next'
import { useTick } from '../../../lib/tick.ts'
import type { ObjectKey } from '../../../live/object-key.ts'
import { LoadFailed } from '../../../ui/list/ListNotice.tsx'
import { useTouch } from '../../../ui/list/use-touch.ts'
import { StreamKinds } from './StreamKinds.tsx'
import { StreamRow } from './StreamRow.tsx'
import { useStream } from './use-stream.ts'
import './stream.css'

type Props = { selected: ObjectKey | undefined; onSelect: (key: ObjectKey) => void }

/** What happened last, the newest first, for screens that have the room; each leads to its object on the map. */
export function EventStream({ selected, onSelect }: Props) {
  const { t } = useTranslation(['live', 'list'])
  const now = useTick()
  const { list, held } = useStream(selected)
  const touch = useTouch(held.onTouch)
  return (
    <aside className="live-stream" aria-label={t('stream.title')}>
      <h2>{t('stream.title')}</h2>
      <StreamKinds />
      <div className="live-stream-rows" {...touch}>
        <div role="status">
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
          <p className="live-note">{t('stream.none')}</p>
        ) : (
          <ol>
            {held.rows.map((item) => (
              <StreamRow key={item.id} {...{ item, now, selected, onSelect }} />
            ))}
          </ol>
        )}
      </div>
    </aside>
  )
}
