import type { ListColumn } from './list-columns.ts'

/** A text that may be cut short; all of it, or `title`, is shown beside the pointer. */
export const whole = (text: string, title = text) => <span title={title}>{text || '—'}</span>

/** `yyyy-MM-dd HH:mm:ss` → `MM-dd HH:mm`, for a card; all of it is shown beside the pointer. */
export const shortTime = (time: string) => <time title={time}>{time.slice(5, 16)}</time>

/** Number of the row in the whole list; not in cards. */
export const indexColumn = <Row,>(title: string, width = 56): ListColumn<Row> => ({
  key: 'index',
  title,
  width,
  card: 'none',
  always: true,
  cell: (_, number) => number,
})

/** Column of a time, `yyyy-MM-dd HH:mm:ss`; short in a card. */
export const timeColumn = <Row,>(title: string, timeOf: (row: Row) => string): ListColumn<Row> => ({
  key: 'time',
  title,
  width: 150,
  card: 'time',
  cell: timeOf,
  brief: (row) => shortTime(timeOf(row)),
})

/** The row opens on a click anywhere in it; the button is its name for the keyboard and the screen reader. */
export const openColumn = <Row,>(title: string, label: (row: Row) => string, width = 70): ListColumn<Row> => ({
  key: 'do',
  title,
  width,
  always: true,
  card: 'foot',
  cell: (row) => (
    <button type="button" className="list-link" data-opens="">
      {label(row)}
    </button>
  ),
})
