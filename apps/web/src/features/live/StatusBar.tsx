import type { StatusCounts } from '@huanwei/contract/live/rules'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useTick } from '../../lib/tick.ts'
import { age } from '../../lib/time.ts'
import { useConnection } from '../../live/connection.ts'
import type { StatusChoice } from './live-search.ts'

/** Instead of a figure. */
const unknown = '–'
export const statusChoices = ['online', 'moving', 'stationary', 'alert', 'offline'] as const
/** The figures of what stands where it was built. */
export const fixedChoices = statusChoices.filter((one) => one !== 'moving')

type Props = {
  /** The figures to show, in this order. */
  shown?: readonly (typeof statusChoices)[number][]
  /** Undefined while they are not known. */
  counts: StatusCounts | undefined
  choice: StatusChoice | undefined
  /** Objects in a chosen state that is none of these figures. */
  chosen?: number | undefined
  onChoice: (choice: StatusChoice | undefined) => void
  /** What the figures do not say. */
  note?: ReactNode
  /** Beside how old the data is. */
  children?: ReactNode
}

/** Number of objects by status; each figure is a filter, the total clears it. */
export function StatusBar({ shown = statusChoices, counts, choice, chosen, onChoice, note, children }: Props) {
  const { t } = useTranslation('live')
  return (
    <section className="live-status" aria-label={t('statistics')}>
      <div className="live-figures">
        <button type="button" aria-pressed={choice === undefined} className="live-figure" onClick={() => onChoice(undefined)}>
          <strong>{counts?.total ?? unknown}</strong>
          <span>{t('status.total')}</span>
        </button>
        {shown.map((one) => (
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
        {choice && chosen !== undefined && (
          <button type="button" aria-pressed className={`live-figure is-${choice}`} onClick={() => onChoice(undefined)}>
            <strong>{chosen}</strong>
            <span>{t(`status.${choice}`)}</span>
          </button>
        )}
      </div>
      {note && <p className="live-fresh">{note}</p>}
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
