import { Status } from '@huanwei/contract/live/codes'
import { ObjectType } from '@huanwei/contract/objects'
import type { KeyOf } from '@huanwei/words/messages'
import type { UseQueryResult } from '@tanstack/react-query'
import { Alert, Button, Skeleton } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { compass } from '../../lib/compass.ts'
import { formatTime } from '../../lib/time.ts'
import type { ObjectRef } from '../../live/object-key.ts'
import { FixAge } from './FixAge.tsx'
import { useLiveObject } from './live-objects.ts'

/** The street changes as it moves; asked for again this often, ms. A refusal is told once, not every time. */
export const factsEveryMs = ({ state }: { state: { error: Error | null } }) => (state.error ? (false as const) : 15_000)

/** Movement, updated by the second. */
export function Movement({ target, status }: { target: ObjectRef; status: Status }) {
  const { t } = useTranslation('live')
  const live = useLiveObject(target)
  if (!live?.time) return <p className="live-note">{t('card.noFix')}</p>
  return (
    <>
      <div className="live-movement">
        <strong>{status === Status.offline ? '—' : Math.round(live.speed)}</strong>
        <span>km/h</span>
        <span>{t(`compass.${compass(live.direction)}`)}</span>
        {target.objectType === ObjectType.vehicle && <span>{t(live.acc ? 'card.accOn' : 'card.accOff')}</span>}
      </div>
      <p className="live-fresh">
        <FixAge time={live.time} /> · <time dateTime={new Date(live.time).toISOString()}>{formatTime(live.time)}</time>
      </p>
    </>
  )
}

type CardWord = Extract<KeyOf<'live'>, `card.${string}`> extends `card.${infer Word}` ? Word : never

/** `word` is a key below `card`. */
export type CardRow = readonly [word: CardWord, value: ReactNode]

export function CardFacts({ rows }: { rows: readonly CardRow[] }) {
  const { t } = useTranslation('live')
  return (
    <dl className="live-facts">
      {rows.map(([word, value]) => (
        <div key={word}>
          <dt>{t(`card.${word}`)}</dt>
          <dd>{value || '—'}</dd>
        </div>
      ))}
    </dl>
  )
}

/** A place for facts that are on their way or did not come. */
export function FactsNotice({ facts }: { facts: Pick<UseQueryResult, 'data' | 'error' | 'refetch' | 'isPending'> }) {
  const { t } = useTranslation(['live', 'common'])
  if (facts.isPending) return <Skeleton active title={false} paragraph={{ rows: 4 }} />
  if (!facts.error || facts.data) return null
  return (
    <Alert
      type="warning"
      title={t('card.failed', { reason: facts.error.message })}
      action={
        <Button size="small" onClick={() => facts.refetch()}>
          {t('common:action.retry')}
        </Button>
      }
    />
  )
}
