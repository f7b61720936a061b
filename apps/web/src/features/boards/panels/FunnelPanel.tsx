import type { Figure } from '@huanwei/contract/boards/endpoints'
import { useTranslation } from 'react-i18next'
import { Amount } from './FiguresPanel.tsx'
import './funnel.css'

/** Width of the narrowest step, percent: its figure stays readable. */
const narrowest = 14

/** Steps below one another, each as wide as its share of the largest; beside each how many percent of the step above got there. */
export function FunnelPanel({ figures }: { figures: readonly Figure[] }) {
  const { t } = useTranslation('boards')
  const largest = Math.max(1, ...figures.map(({ value }) => value))
  const widthOf = ({ value }: Figure) => narrowest + ((100 - narrowest) * value) / largest
  if (!figures.length) return <p className="board-nothing">{t('nothing')}</p>
  return (
    <ol className="board-funnel">
      {figures.map((one, place) => {
        const before = figures[place - 1]
        const [top, bottom] = [before ? Math.min(widthOf(before), 100) : widthOf(one), widthOf(one)]
        const shape = `polygon(${50 - top / 2}% 0, ${50 + top / 2}% 0, ${50 + bottom / 2}% 100%, ${50 - bottom / 2}% 100%)`
        return (
          <li key={one.key} data-tone={one.tone}>
            <span className="board-funnel-name">{one.label}</span>
            <div>
              <i className="board-funnel-shape" aria-hidden="true" style={{ clipPath: shape, opacity: 1 - place * 0.13 }} />
              <Amount figure={one} />
            </div>
            <small>{before && before.value > 0 ? `${Math.round((100 * one.value) / before.value)}%` : ''}</small>
          </li>
        )
      })}
    </ol>
  )
}
