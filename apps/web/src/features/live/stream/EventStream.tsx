import { AlarmType } from '@huanwei/contract/violations/codes'
import { listViolations } from '@huanwei/contract/violations/endpoints'
import { useQuery } from '@tanstack/react-query'
import { Button, Skeleton } from 'antd'
import { useTranslation } from 'react-i18next'
import { query } from '../../../lib/api.ts'
import { useTick } from '../../../lib/tick.ts'
import { age, dayRange, formatTime, parseTime } from '../../../lib/time.ts'
import { useConnection } from '../../../live/connection.ts'
import { keyOf, type ObjectKey } from '../../../live/object-key.ts'
import { useLiveStream } from '../../../live/start.ts'
import { LoadFailed } from '../../../ui/list/ListNotice.tsx'
import { useTouch } from '../../../ui/list/use-touch.ts'
import { useHeldRows } from '../../queues/desk/use-held-rows.ts'
import { SeverityTag } from '../../rules/SeverityTag.tsx'
import './stream.css'

/** Events that are shown, and how often they are asked for while no signal can come, ms. */
const shown = 40
const everyMs = 10_000

type Props = { selected: ObjectKey | undefined; onSelect: (key: ObjectKey) => void }

/** What happened last, the newest first, for screens that have the room; each leads to its object on the map. */
export function EventStream({ selected, onSelect }: Props) {
  const { t } = useTranslation(['live', 'list'])
  const now = useTick()
  const isConnected = useConnection(({ state }) => state === 'connected')
  const today = formatTime(now).slice(0, 10)
  const list = useQuery({
    ...query(listViolations, { ...dayRange(today, today), size: shown }),
    refetchInterval: isConnected ? false : everyMs,
  })
  useLiveStream(() => void list.refetch())
  const held = useHeldRows(list, today, false)
  const touch = useTouch(held.onTouch)
  return (
    <aside className="live-stream" aria-label={t('stream.title')} {...touch}>
      <h2>{t('stream.title')}</h2>
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
          {held.rows.map(({ id, objectType, objectId, objectName, violationEvent, severity, createTime, alarmType }) => {
            const key = keyOf({ objectType, id: objectId })
            return (
              <li key={id} data-pending={alarmType === AlarmType.pending ? '' : undefined}>
                <button type="button" aria-pressed={key === selected} onClick={() => onSelect(key)}>
                  <strong>{objectName}</strong> <SeverityTag severity={severity} />{' '}
                  <time dateTime={createTime} title={createTime}>
                    {age(now - parseTime(createTime))}
                  </time>{' '}
                  <span>{violationEvent}</span>
                </button>
              </li>
            )
          })}
        </ol>
      )}
    </aside>
  )
}
