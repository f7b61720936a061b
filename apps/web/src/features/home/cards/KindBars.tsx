import type { TodaysViolations } from '@huanwei/contract/home/endpoints'
import { useTranslation } from 'react-i18next'

/** Limit of kinds with a bar of their own. */
const named = 5

/** The most frequent kinds, the rest as one. */
export function KindBars({ kinds }: { kinds: TodaysViolations['kinds'] }) {
  const { t } = useTranslation('home')
  const rest = kinds.slice(named).reduce((sum, { total }) => sum + total, 0)
  const shown = [...kinds.slice(0, named), ...(rest > 0 ? [{ violationEvent: t('otherKinds'), total: rest }] : [])]
  const highest = Math.max(1, ...shown.map(({ total }) => total))
  return (
    <ul className="kinds">
      {shown.map(({ violationEvent, total }) => (
        <li key={violationEvent}>
          <span>{violationEvent}</span>
          <i aria-hidden="true" style={{ width: `${(total / highest) * 100}%` }} />
          <strong>{total}</strong>
        </li>
      ))}
    </ul>
  )
}
