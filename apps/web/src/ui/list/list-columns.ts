import type { ReactNode } from 'react'

/** One column of a list. Write the array once per page render with `useMemo`: rows are drawn again when it changes. */
export type ListColumn<Row> = {
  key: string
  title: string
  /** Stands in the head instead of the title. */
  head?: ReactNode
  /** px on the narrowest screen that needs no sideways scrolling; wider ones share the rest in proportion. 140 when not given. */
  width?: number
  /** `number` counts from 1 over the whole list, not the page. */
  cell: (row: Row, number: number) => ReactNode
  /** Name the server sorts by; makes the head a button. */
  sort?: string
  /** Hidden until the person chooses it. */
  spare?: boolean
  /** Cannot be hidden by the person. */
  always?: true
  /** On small screens, where a row is a card: its head, its foot, or not shown. Others are lines in between. */
  card?: 'head' | 'foot' | 'none' | CardPart
  /** In a card of two lines instead of `cell`; an empty one is left out. */
  brief?: (row: Row, number: number) => ReactNode
}

/** Parts of a card of two lines: title and state above, details and time below, a box before them. */
type CardPart = 'title' | 'state' | 'detail' | 'time' | 'box'

/** True when the cards of a list have two lines: a column is their title. Columns without a part are not in them. Pure. */
export const areBrief = (columns: { card?: string }[]) => columns.some(({ card }) => card === 'title')

/** True when a column is shown to a person who turned these, by key: a spare one on, another off. Pure. */
export const isShown = ({ key, spare, always }: Pick<ListColumn<never>, 'key' | 'spare' | 'always'>, turned: readonly string[]) =>
  always || turned.includes(key) === !!spare

export type ListSort = { by: string; order: 'asc' | 'desc' }

/** Next state of a head that was clicked: ascending, descending, unsorted. Pure. */
export function nextSort(now: ListSort | undefined, by: string): ListSort | undefined {
  if (now?.by !== by) return { by, order: 'asc' }
  return now.order === 'asc' ? { by, order: 'desc' } : undefined
}

export const defaultWidth = 140

/** px the table needs before it scrolls sideways. */
export const tableWidth = (columns: { width?: number }[]) => columns.reduce((sum, { width = defaultWidth }) => sum + width, 0)
