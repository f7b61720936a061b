import type { Figure } from '@huanwei/contract/boards/endpoints'
import { useTranslation } from 'react-i18next'
import { pageFoot, usePageTurns } from '../engine/use-page-turns.ts'
import { useRoom } from '../engine/use-room.ts'
import { Amount } from './FiguresPanel.tsx'
import { PageNumber } from './PageNumber.tsx'

/** Px of a row. */
const rowHeight = 40

/** Bars below one another that turn their pages where there is no room for all: shares of their whole where they have one, else of the largest. */
export function BarsPanel({ figures }: { figures: readonly Figure[] }) {
  const { element, room, height } = useRoom<HTMLDivElement>(rowHeight)
  const { t } = useTranslation('boards')
  const above = Math.max(1, Math.floor((height - pageFoot) / rowHeight))
  const shown = figures.length > room ? above : room
  const { page, pages, start, hold } = usePageTurns(figures.length, shown)
  const largest = Math.max(1, ...figures.map(({ value, of }) => of ?? value))
  return (
    <div className="board-ranking" ref={element} {...hold}>
      <ul className="board-bars" key={page}>
        {!figures.length && <li className="board-nothing">{t('nothing')}</li>}
        {figures.slice(start, start + shown).map((one) => (
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
      <PageNumber page={page} pages={pages} />
    </div>
  )
}
