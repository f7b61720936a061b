import type { PanelData } from '@huanwei/contract/boards/endpoints'
import { useTranslation } from 'react-i18next'
import { useTick } from '../../../lib/tick.ts'
import { useRoom } from '../engine/use-room.ts'

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
  const widths = widthsOf(heads, rows, width)
  if (!rows.length) return <p className="board-nothing">{t('nothing')}</p>
  return (
    <div className="board-rows" ref={element}>
      <table>
        <colgroup>
          {heads.map((head, place) => (
            <col key={head} style={{ width: widths[place] }} />
          ))}
        </colgroup>
        <thead className={hasHeads ? undefined : 'board-unseen'}>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody key={page}>
          {rows.slice(start, start + shown).map(({ key, cells, tone }) => (
            <tr key={key} data-tone={tone}>
              {heads.map((head, place) => (
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

/** Width of a text in halves of a Chinese character. */
const lengthOf = (text: string) => [...text].reduce((sum, letter) => sum + (letter > '\u2e7f' ? 2 : 1), 0)
/** Px of half a Chinese character, and of what is beside a text. */
const [halfCharacter, beside] = [10.6, 26]

/** Px of each column by its longest text. Where there is room all share what is left; else the longest one's texts are cut. */
function widthsOf(heads: readonly string[], rows: Rows['rows'], room: number) {
  const lengths = heads.map((head, place) => Math.max(lengthOf(head), ...rows.map(({ cells }) => lengthOf(cells[place] ?? ''))))
  const wanted = lengths.map((one) => Math.ceil(one * halfCharacter) + beside)
  if (wanted.reduce((sum, one) => sum + one, 0) <= room) return wanted
  const longest = lengths.indexOf(Math.max(...lengths))
  return wanted.map((one, place) => (place === longest ? undefined : one))
}
