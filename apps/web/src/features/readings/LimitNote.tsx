import { type Metric, metrics } from '@huanwei/contract/readings/codes'
import { isOverLimit } from '@huanwei/contract/readings/rules'
import { useTranslation } from 'react-i18next'
import './readings.css'

type Props = { metric: Metric; value: number; limit: number | null }

/** The limit below a reading, said loudly where the reading is over it. */
export function LimitNote({ metric, value, limit }: Props) {
  const { t } = useTranslation('readings')
  if (limit === null) return null
  const word = isOverLimit(metric, value, limit) ? 'overLimit' : 'limit'
  return <small className={`reading-limit is-${word}`}>{t(word, { limit: `${limit} ${metrics[metric].unit}` })}</small>
}
