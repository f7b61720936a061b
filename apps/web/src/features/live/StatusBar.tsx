import type { StatusCounts } from '@huanwei/contract/live/rules'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useTick } from '../../lib/tick.ts'
import { age } from '../../lib/time.ts'
import { useConnection } from '../../live/connection.ts'
import type { StatusChoice } from './live-search.ts'

/** Instead of a figure. */
const unknown = '–'
const choices = ['online', 'moving', 'stationary', 'alert', 'offline'] as const

type Props = {
  /** Undefined while they are not known. */
  counts: StatusCounts | undefined
  choice: StatusChoice | undefined
  onChoice: (choice: StatusChoice | undefined) => void
  /** Beside how old the data is. */
  children?: ReactNode
}

/** Number of vehicles by status; each figure is a filter, the total clears it. */
export function StatusBar({ counts, choice, onChoice, children }: Props) {
  const { t } = useTranslation('live')
  return (
    <section className="live-status" aria-label={t('statistics')}>
      <div className="live-figures">
        <button type="button" aria-pressed={choice === undefined} className="live-figure" onClick={() => onChoice(undefined)}>
          <strong>{counts?.total ?? unknown}</strong>
          <span>{t('status.total')}</span>
        </button>
        {choices.map((one) => (
          <button
            key={one}
            type="button"
            aria-pressed={choice === one}
            className={`live-figure is-${one}`}
            onClick={() => onChoice(choice === one ? undefined : one)}
          >
            <strong>{counts?.[one] ?? unknown}</strong>
            <span>{t(`status.${one}`)}</span>
          </button>
        ))}
      </div>
      <div className="live-tools">
        {counts ? <Freshness /> : <p className="live-fresh">{t('waiting')}</p>}
        {children}
      </div>
    </section>
  )
}

/** Age of the data on the screen. */
function Freshness() {
  const { t } = useTranslation('live')
  const now = useTick()
  const dataAt = useConnection((c) => c.dataAt)
  return <p className="live-fresh">{dataAt === undefined ? t('waiting') : t('fresh', { age: age(now - dataAt) })}</p>
}
