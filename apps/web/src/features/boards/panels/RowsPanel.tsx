import type { PanelData } from '@huanwei/contract/boards/endpoints'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { pageFoot, usePageTurns } from '../engine/use-page-turns.ts'
import { useRoom } from '../engine/use-room.ts'
import { columnWidths } from './column-widths.ts'
import { ListLink } from './ListLink.tsx'
import { PageNumber } from './PageNumber.tsx'

type Rows = Extract<PanelData, { shape: 'rows' }>

/** Px of a row. */
const rowHeight = 42

/** Rows that turn their pages by themselves, as many at once as there is room for. A ticker has no heads. */
export function RowsPanel({ data: { heads, rows }, hasHeads }: { data: Rows; hasHeads: boolean }) {
  const { t } = useTranslation('boards')
  const { element, room, width } = useRoom<HTMLDivElement>(rowHeight, pageFoot)
  const shown = Math.max(1, room - (hasHeads ? 1 : 0))
  const { page, pages, start, hold } = usePageTurns(rows.length, shown)
  // A notice has thousands of rows, and a page is drawn every second.
  const widths = useMemo(() => {
    const all = rows.map(({ cells }) => cells)
    return columnWidths(heads, all, width)
  }, [heads, rows, width])
  const columns = heads.slice(0, widths.length)
  if (!rows.length) return <p className="board-nothing">{t('nothing')}</p>
  return (
    <div className="board-rows" ref={element} {...hold}>
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
          {rows.slice(start, start + shown).map(({ key, cells, tone, href }) => (
            <tr key={key} data-tone={tone}>
              {columns.map((head, place) => (
                <td key={head}>
                  {place === 0 && href ? (
                    <ListLink href={href} name={cells.join(' ')}>
                      {cells[place]}
                    </ListLink>
                  ) : (
                    cells[place]
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <PageNumber page={page} pages={pages} />
    </div>
  )
}
