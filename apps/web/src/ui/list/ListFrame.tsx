import type { UseQueryResult } from '@tanstack/react-query'
import { Alert, Button, Flex } from 'antd'
import { type ReactNode, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { readEntry, writeEntry } from '../../lib/entries.ts'
import type { ListFilter } from './ListFilters.tsx'
import { ListEmpty, LoadFailed } from './ListNotice.tsx'
import { ListPager, type ListPosition } from './ListPager.tsx'
import { ListTable } from './ListTable.tsx'
import { ListTools } from './ListTools.tsx'
import { areBrief, isShown, type ListColumn, type ListSort } from './list-columns.ts'
import { scrollToTop } from './list-scroll.ts'
import { useFilterPanel } from './use-filter-panel.tsx'
import { useNarrow } from './use-media.ts'
import './list.css'

/** What a list shows of its query. */
export type ListQuery<Row> = Pick<
  UseQueryResult<{ records: Row[]; total: number }>,
  'data' | 'error' | 'isFetching' | 'isPlaceholderData' | 'dataUpdatedAt' | 'refetch'
>

type Props<Row extends { id: number }> = {
  /** Names the list in the browser store, where the turned columns are kept. */
  name: string
  /** Accessible name of the table. */
  label: string
  /** Before the filters, acts at once: a status switch. */
  lead?: ReactNode
  filters: ListFilter[]
  /** Actions on the list as a whole: add, import, export. */
  actions?: ReactNode
  /** Makes a sheet of the whole list. */
  exportButton: ReactNode
  /** Applies the filters; the frame goes back to page 1 by itself only through the page's `onQuery`. */
  onQuery: () => void
  onReset: () => void
  columns: ListColumn<Row>[]
  /** Query with `placeholderData: keepPreviousData`: the former page stays until the next is there. */
  list: ListQuery<Row>
  position: ListPosition
  onPage: (position: ListPosition) => void
  sort?: ListSort | undefined
  onSort?: (sort: ListSort | undefined) => void
  onOpen?: (row: Row) => void
  /** The space bar on a row; with Shift, as a click, it is the end of a range. */
  onPick?: (row: Row, isRange: boolean) => void
  /** A click beside the button that opens a row, where that does not open it; also the space bar. */
  onChoose?: ((row: Row) => void) | undefined
  openId?: number | undefined
  /** The open row stands beside the list, which has the width of a phone. */
  isBeside?: boolean
  /** New rows that wait above those shown, until the person asks for them. */
  fresh?: { count: number; onShow: () => void }
  onTouch?: (isTouched: boolean) => void
  empty: { title: string; hint: string; action?: ReactNode }
  /** The rows are not all, but what some filters leave; `noMatch` is said, instead of `empty`, where that is nothing. */
  isFiltered?: boolean
  noMatch?: { title: string; hint: string }
}

/** Every list screen: filters, tools, table, pager. Source: design, list screens; spec 2, section 9. */
export function ListFrame<Row extends { id: number }>(props: Props<Row>) {
  const { name, label, lead, actions, exportButton, filters, onQuery, onReset, columns, list, position, onPage, ...rest } = props
  const { empty, isFiltered = false, noMatch, isBeside = false, fresh, ...table } = rest
  const { t } = useTranslation('list')
  const { scroller, go } = useScrolledPages(onPage)
  const isNarrow = useNarrow() || isBeside
  const isBrief = isNarrow && areBrief(columns)
  const { shown, turned, turn } = useTurnedColumns(name, columns)
  const { data, error } = list
  const isReady = useDeferredValue(useLate() || !!data || !!error, false)
  const panel = useFilterPanel({ isNarrow, lead, filters, isReady, onQuery, onReset })

  return (
    // Flex, because antd's CSS variables hang on its own elements.
    <Flex vertical component="section" className="list-frame" aria-label={label}>
      {panel.above}
      <ListTools
        actions={actions}
        exportButton={exportButton}
        total={data?.total}
        updatedAt={list.dataUpdatedAt}
        isFetching={list.isFetching}
        fresh={fresh}
        filterButton={panel.button}
        onRefresh={() => list.refetch()}
        columns={isBrief ? columns.filter(({ card }) => card) : columns}
        turned={turned}
        onTurned={turn}
      />
      {panel.below}
      {data && error && <Alert type="warning" banner title={t('stale', { reason: error.message })} />}
      {!data && error ? (
        <LoadFailed title={t('failed')} error={error} onRetry={() => list.refetch()} />
      ) : data?.records.length === 0 ? (
        <NoRows
          {...{ empty, noMatch: isFiltered ? noMatch : undefined, onClear: onReset }}
          page={data.total > 0 ? position.current : undefined}
          total={data.total}
          onFirst={() => go({ ...position, current: 1 })}
        />
      ) : (
        <ListTable
          {...table}
          isBrief={isBrief}
          label={label}
          columns={shown}
          rows={data?.records}
          first={(position.current - 1) * position.size + 1}
          isStale={list.isPlaceholderData}
          size={position.size}
          ref={scroller}
        />
      )}
      <ListPager {...position} total={data?.total ?? 0} onPage={go} />
    </Flex>
  )
}

/** Turns pages; each begins at its top. */
function useScrolledPages(onPage: (position: ListPosition) => void) {
  const scroller = useRef<HTMLDivElement>(null)
  function go(next: ListPosition) {
    onPage(next)
    if (scroller.current) scrollToTop(scroller.current)
  }
  return { scroller, go }
}

/** The columns that are shown, and those that a person turned: shown or hidden against their default, kept in the browser. */
function useTurnedColumns<Row>(list: string, columns: ListColumn<Row>[]) {
  const entry = `columns-${list}`
  const [turned, setTurned] = useState(() => readEntry(entry, z.array(z.string())) ?? [])
  const shown = useMemo(() => columns.filter((column) => isShown(column, turned)), [columns, turned])
  function turn(keys: string[]) {
    setTurned(keys)
    writeEntry(entry, keys, 'local')
  }
  return { shown, turned, turn }
}

type NoRowsProps = Pick<Props<{ id: number }>, 'empty'> & {
  noMatch: Props<{ id: number }>['noMatch'] | undefined
  onClear: () => void
  /** Number of the page, where it lies beyond the last one. */
  page: number | undefined
  total: number
  onFirst: () => void
}

function NoRows({ page, total, onFirst, noMatch, onClear, empty }: NoRowsProps) {
  const { t } = useTranslation('list')
  if (page !== undefined)
    return (
      <ListEmpty
        title={t('beyond', { page })}
        hint={t('total', { total })}
        action={<Button onClick={onFirst}>{t('toFirst')}</Button>}
      />
    )
  if (noMatch) return <ListEmpty {...noMatch} action={<Button onClick={onClear}>{t('clearFilters')}</Button>} />
  return <ListEmpty {...empty} />
}

/** True once the rows have taken so long that the filters should not wait for them, ms. */
const lateMs = 1500
function useLate() {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), lateMs)
    return () => clearTimeout(timer)
  }, [])
  return isLate
}
