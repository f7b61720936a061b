import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type Ref,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react'
import { useTranslation } from 'react-i18next'
import { ListCard } from './ListCard.tsx'
import { defaultWidth, type ListColumn, type ListSort, nextSort, tableWidth } from './list-columns.ts'
import { useTouch } from './use-touch.ts'
import './list-table.css'

type Props<Row extends { id: number }> = {
  label: string
  columns: ListColumn<Row>[]
  /** Undefined while the first page loads: rows of the same shape stand in. */
  rows: Row[] | undefined
  /** Number of the first row, from 1. */
  first: number
  /** Rows of the page before, while the next one loads. */
  isStale: boolean
  size: number
  /** Each row is a card of two lines. */
  isBrief?: boolean
  sort?: ListSort | undefined
  onSort?: ((sort: ListSort | undefined) => void) | undefined
  onOpen?: ((row: Row) => void) | undefined
  /** The space bar on a row; with Shift, as a click, it is the end of a range. */
  onPick?: ((row: Row, isRange: boolean) => void) | undefined
  /** A click beside the button that opens a row, where that does not open it; also the space bar. */
  onChoose?: ((row: Row) => void) | undefined
  /** Row whose drawer is open, or that was chosen. */
  openId?: number | undefined
  /** The pointer or the focus came among the rows, or left them. */
  onTouch?: ((isTouched: boolean) => void) | undefined
  ref?: Ref<HTMLDivElement>
}

/** Plain rows: 20 of 13 cells must be there at once, which antd's table is not. Below 768 px each row is a card (list-table.css). */
export function ListTable<Row extends { id: number }>({ label, columns, rows, first, isStale, size, ref, ...rest }: Props<Row>) {
  const { sort, onSort, onOpen, onChoose, onPick = onChoose, openId, isBrief = false } = rest
  const body = useMemo(
    () =>
      rows?.map((row, i) => (
        <tr key={row.id} data-row={i} tabIndex={i === 0 ? 0 : -1} aria-current={row.id === openId ? 'true' : undefined}>
          {isBrief ? (
            <ListCard columns={columns} row={row} number={first + i} />
          ) : (
            columns.map((column) => (
              <td key={column.key} data-label={column.title} data-card={column.card}>
                {column.cell(row, first + i)}
              </td>
            ))
          )}
        </tr>
      )),
    [rows, columns, first, openId, isBrief],
  )
  const focus = useKeptFocus(rows)
  const touch = useTouch(rest.onTouch)
  const rowOf = (target: Element) => rows?.[Number(target.closest('tr')?.dataset.row)]

  function onKeyDown(event: KeyboardEvent<HTMLTableSectionElement>) {
    const { key, target, currentTarget } = event
    if (!(target instanceof HTMLTableRowElement)) return
    const row = rowOf(target)
    if (key === 'Enter' && row) onOpen?.(row)
    if (key === ' ' && row && onPick) {
      event.preventDefault()
      onPick(row, event.shiftKey)
    }
    const next = { ArrowDown: target.nextElementSibling, ArrowUp: target.previousElementSibling }[key]
    const edge = { Home: currentTarget.firstElementChild, End: currentTarget.lastElementChild }[key]
    const goal = next ?? edge
    if (goal instanceof HTMLElement) goal.focus()
  }
  function onMouseDown(event: MouseEvent) {
    // Shift would select the texts between.
    if (event.shiftKey && rest.onPick) event.preventDefault()
  }
  function onClick({ target, shiftKey }: MouseEvent<HTMLTableSectionElement>) {
    if (!(target instanceof Element)) return
    const end = shiftKey && rest.onPick && rowOf(target)
    if (end) return rest.onPick?.(end, true)
    if (target.closest('a, input, button:not([data-opens])') || getSelection()?.toString()) return
    const row = rowOf(target)
    const act = target.closest('[data-opens]:not(tbody)') ? onOpen : (onChoose ?? onOpen)
    if (row) act?.(row)
  }

  return (
    <div className="list-table" data-brief={isBrief ? '' : undefined} ref={ref} {...touch}>
      <table aria-label={label} aria-busy={isStale || !rows} {...(!isBrief && { style: { minWidth: tableWidth(columns) } })}>
        {!isBrief && <ListHeads columns={columns} now={sort} onSort={onSort} />}
        <tbody
          data-opens={onOpen ? '' : undefined}
          data-stale={isStale ? '' : undefined}
          {...focus}
          onKeyDown={onKeyDown}
          onMouseDown={onMouseDown}
          onClick={onClick}
        >
          {body ?? <SkeletonRows columns={isBrief ? columns.slice(0, 2) : columns} count={Math.min(size, 20)} />}
        </tbody>
      </table>
    </div>
  )
}

/** Gives the keyboard to the row that took the place of one that has left with it. */
function useKeptFocus(rows: readonly unknown[] | undefined) {
  const lines = useRef<HTMLTableSectionElement>(null)
  /** Item that had the focus last. */
  const last = useRef<{ element: Element; place: number }>(undefined)
  useLayoutEffect(() => {
    if (!rows || !last.current || last.current.element.isConnected || document.activeElement !== document.body) return
    const next = lines.current?.children[Math.min(last.current.place, rows.length - 1)]
    if (next instanceof HTMLElement) next.focus({ preventScroll: true })
  }, [rows])
  return {
    ref: lines,
    onFocus({ target }: FocusEvent<HTMLTableSectionElement>) {
      last.current = { element: target, place: Number(target.closest('tr')?.dataset.row) }
    },
  }
}

type Head = { title: string; head?: ReactNode; sort?: string; card?: string }
type Sorting = { now: ListSort | undefined; onSort: Props<{ id: number }>['onSort'] }

const ListHeads = ({ columns, ...sorting }: Sorting & { columns: (Head & { key: string; width?: number })[] }) => (
  <>
    <colgroup>
      {columns.map(({ key, width = defaultWidth }) => (
        <col key={key} style={{ width }} />
      ))}
    </colgroup>
    <thead>
      <tr>
        {columns.map((column) => (
          <ListHead key={column.key} column={column} {...sorting} />
        ))}
      </tr>
    </thead>
  </>
)

function ListHead({ column: { title, head, sort, card }, now, onSort }: Sorting & { column: Head }) {
  const order = now?.by === sort ? now?.order : undefined
  const aria = { asc: 'ascending', desc: 'descending', none: 'none' } as const
  if (!sort || !onSort) {
    return (
      <th scope="col" data-card={card}>
        {head ?? title}
      </th>
    )
  }
  return (
    <th scope="col" data-card={card} aria-sort={aria[order ?? 'none']}>
      <button type="button" className="list-sort" data-order={order} onClick={() => onSort(nextSort(now, sort))}>
        {title}
      </button>
    </th>
  )
}

function SkeletonRows({ columns, count }: { columns: { key: string }[]; count: number }) {
  const { t } = useTranslation('list')
  return Array.from({ length: count }, (_, i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: rows without a life of their own
    <tr key={i} className="list-skeleton" aria-hidden={i > 0}>
      {columns.map(({ key }, j) => (
        <td key={key}>
          <span>{i + j === 0 && t('loading')}</span>
        </td>
      ))}
    </tr>
  ))
}
