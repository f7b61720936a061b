import { shareOf } from '@huanwei/contract/work/rules'
import { useTranslation } from 'react-i18next'

type Props = {
  plannedMetres: number
  workedMetres: number
  stopCount: number
  visitedCount: number
  measuredCount?: number
  emptiedCount?: number
}

/** What was done of roads and stops, and how many of the cans among them were emptied, as bars with their figures. */
export function WorkShare(props: Props) {
  const { plannedMetres, workedMetres, stopCount, visitedCount, measuredCount = 0, emptiedCount = 0 } = props
  const { t } = useTranslation('work')
  const km = (metres: number) => (metres / 1000).toFixed(1)
  return (
    <span className="work-shares">
      {plannedMetres > 0 && (
        <Share
          label={t('roadShare')}
          percent={shareOf(workedMetres, plannedMetres)}
          title={t('metresOf', { worked: km(workedMetres), planned: km(plannedMetres) })}
        />
      )}
      {stopCount > 0 && (
        <Share
          label={t('stopShare')}
          percent={shareOf(visitedCount, stopCount)}
          title={t('stopsOf', { visited: visitedCount, count: stopCount })}
        />
      )}
      {measuredCount > 0 && (
        <Share
          label={t('emptiedShare')}
          percent={shareOf(emptiedCount, measuredCount)}
          title={t('stopsOf', { visited: emptiedCount, count: measuredCount })}
        />
      )}
    </span>
  )
}

const Share = ({ label, percent, title }: { label: string; percent: number; title: string }) => (
  <span className="work-share" title={`${label} ${title}`}>
    <span>{label}</span>
    <span className="work-bar" aria-hidden="true">
      <span style={{ width: `${percent}%` }} />
    </span>
    <span>{percent}%</span>
  </span>
)
