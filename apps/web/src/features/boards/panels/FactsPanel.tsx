import type { PanelData } from '@huanwei/contract/boards/endpoints'
import { useTranslation } from 'react-i18next'
import { pageFoot, usePageTurns } from '../engine/use-page-turns.ts'
import { useRoom } from '../engine/use-room.ts'
import { PageNumber } from './PageNumber.tsx'
import './facts.css'

/** Px of a fact. */
const factHeight = 64

/** What is known of one thing: a name and a value each, as many at once as there is room for. */
export function FactsPanel({ data: { rows } }: { data: Extract<PanelData, { shape: 'rows' }> }) {
  const { t } = useTranslation('boards')
  const { element, room } = useRoom<HTMLDivElement>(factHeight, pageFoot)
  const shown = Math.max(1, room)
  const { page, pages, start, hold } = usePageTurns(rows.length, shown)
  if (!rows.length) return <p className="board-nothing">{t('nothing')}</p>
  return (
    <div className="board-facts" ref={element} {...hold}>
      <dl key={page}>
        {rows.slice(start, start + shown).map(({ key, cells: [name, ...values], tone }) => (
          <div key={key} data-tone={tone}>
            <dt>{name}</dt>
            <dd>{values.join(' ')}</dd>
          </div>
        ))}
      </dl>
      <PageNumber page={page} pages={pages} />
    </div>
  )
}
