import type { PanelData } from '@huanwei/contract/boards/endpoints'
import { useTranslation } from 'react-i18next'
import { useTick } from '../../../lib/tick.ts'
import { useRoom } from '../engine/use-room.ts'
import { columnWidths } from './column-widths.ts'

type Rows = Extract<PanelData, { shape: 'rows' }>

/** Px of a row. */
const rowHeight = 42
/** Px of the line that says which page it is. */
const footHeight = 20
/** A page of rows stands for this, seconds. */
const pageSeconds = 10

/** Rows that turn their pages by themselves, as many at once as there is room for. A ticker has no heads. */
export function RowsPanel({ data: { heads, rows }, hasHeads }: { data: Rows; hasHeads: boolean }) {
  const { t } = useTranslation('boards')
  const { element, room, width } = useRoom<HTMLDivElement>(rowHeight, footHeight)
  const seconds = Math.floor(useTick() / 1000)
  const shown = Math.max(1, room - (hasHeads ? 1 : 0))
  const pages = Math.max(1, Math.ceil(rows.length / shown))
  const page = Math.floor(seconds / pageSeconds) % pages
  // The last page is full too.
  const start = Math.max(0, Math.min(page * shown, rows.length - shown))
  const widths = columnWidths(
    heads,
    rows.map(({ cells }) => cells),
    width,
  )
  const columns = heads.slice(0, widths.length)
  if (!rows.length) return <p className="board-nothing">{t('nothing')}</p>
  return (
    <div className="board-rows" ref={element}>
      <table>
        <colgroup>
          {columns.map((head, place) => (
            <col key={head} style={{ width: widths[place] }} />
          ))}
        </colgroup>
        <thead className={hasHeads ? undefined : 'board-unseen'}>
          <tr>
            {columns.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody key={page}>
          {rows.slice(start, start + shown).map(({ key, cells, tone }) => (
            <tr key={key} data-tone={tone}>
              {columns.map((head, place) => (
                <td key={head}>{cells[place]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {pages > 1 && (
        <span className="board-page">
          {page + 1} / {pages}
        </span>
      )}
    </div>
  )
}
