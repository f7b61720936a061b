import type { Figure } from '@huanwei/contract/boards/endpoints'
import { useTranslation } from 'react-i18next'
import { useRoom } from '../engine/use-room.ts'
import { Amount } from './FiguresPanel.tsx'

/** Px of a row. */
const rowHeight = 40

/** Bars below one another, as many as there is room for: shares of their whole where they have one, else of the largest. */
export function BarsPanel({ figures }: { figures: readonly Figure[] }) {
  const { element, room } = useRoom<HTMLUListElement>(rowHeight)
  const { t } = useTranslation('boards')
  const largest = Math.max(1, ...figures.map(({ value, of }) => of ?? value))
  return (
    <ul className="board-bars" ref={element}>
      {!figures.length && <li className="board-nothing">{t('nothing')}</li>}
      {figures.slice(0, room).map((one) => (
        <li key={one.key} data-tone={one.tone}>
          <span title={one.label}>{one.label}</span>
          <i aria-hidden="true">
            <i style={{ width: `${(100 * one.value) / (one.of || largest)}%` }} />
          </i>
          <p>
            <Amount figure={one} />
            {one.of !== null && <small className="board-of-bar"> / {one.of}</small>}
          </p>
        </li>
      ))}
    </ul>
  )
}
