import { useState } from 'react'
import type { ListQuery } from '../../../ui/list/ListFrame.tsx'

type Listed = { id: number | string }

/** Rows of an answer, and how many the list had then. */
type Rows<Row> = { rows: Row[]; total: number }

/**
 * Rows of the list as they were when somebody began to work with them. At the desk none moves: a new one waits until it is asked for, and one that was
 * dealt with stays in its place. Elsewhere, while the pointer or the focus is among the rows, only new ones wait. `asked` identifies the
 * question that the list answers.
 */
export function useHeldRows<Row extends Listed>(list: ListQuery<Row>, asked: string, isDesk: boolean) {
  const [isTouched, setTouched] = useState(false)
  const [held, setHeld] = useState<{ asked: string } & Rows<Row>>()
  const isHeld = isDesk || isTouched
  const now = list.isPlaceholderData || !list.data ? undefined : rowsOf(list.data)
  if (isHeld && now && held?.asked !== asked) setHeld({ asked, ...now })
  if (!isHeld && held) setHeld(undefined)
  const kept = isHeld && held?.asked === asked ? held : now
  const rows = kept && now && !isDesk ? withoutNew(kept, now) : kept?.rows
  return {
    rows,
    /** The list with these rows. */
    list: isHeld && rows && list.data ? { ...shownOf(list), data: { ...list.data, records: rows } } : list,
    /** Number of rows that came among them. */
    fresh: kept && now ? newAmong(kept, now).length : 0,
    onTouch: setTouched,
    /** Changes rows that stay, or takes them away. */
    mark: (marked: readonly Row['id'][], change: Partial<Row> | undefined) =>
      setHeld(
        (before) =>
          before && {
            ...before,
            rows: before.rows.flatMap((row) => (marked.includes(row.id) ? (change ? { ...row, ...change } : []) : row)),
          },
      ),
    /** Takes the rows that the list has now, and gives them. */
    async renew() {
      const { data } = await list.refetch()
      if (data) setHeld({ asked, ...rowsOf(data) })
      return data?.records ?? []
    },
  }
}

const rowsOf = <Row>({ records, total }: { records: Row[]; total: number }): Rows<Row> => ({ rows: records, total })

/** The rows of `now` that came among `held`: what stands behind all of them moved up from the next page. */
function newAmong<Row extends Listed>(held: Rows<Row>, now: Rows<Row>) {
  const ids = new Set(held.rows.map(({ id }) => id))
  const last = now.rows.findLastIndex(({ id }) => ids.has(id))
  if (last < 0) return newerThanAll(held, now)
  return now.rows.slice(0, Math.max(0, last)).filter(({ id }) => !ids.has(id))
}

/**
 * With none of `held` left, the rows of `now` that came after all of them. Where the list is not newest first, an older row of a later page may have a
 * higher id: as many rows are new as the list has more than it had, those with the highest ids.
 */
function newerThanAll<Row extends Listed>(held: Rows<Row>, now: Rows<Row>) {
  const [newest] = held.rows
  if (!newest) return []
  const isNewestFirst = held.rows.every(({ id }, i) => i === 0 || id < held.rows[i - 1]!.id)
  if (isNewestFirst) return now.rows.filter(({ id }) => id > newest.id)
  const more = Math.max(0, now.total - held.total)
  const latest = new Set(now.rows.toSorted((a, b) => (a.id < b.id ? 1 : -1)).slice(0, more))
  return now.rows.filter((row) => latest.has(row))
}

/** `now` without the rows that came among `held`, and with those that they pushed off the page. */
function withoutNew<Row extends Listed>(held: Rows<Row>, now: Rows<Row>): Row[] {
  const fresh = new Set(newAmong(held, now))
  if (fresh.size === 0) return now.rows
  const rest = now.rows.filter((row) => !fresh.has(row))
  const ids = new Set(rest.map(({ id }) => id))
  const last = held.rows.findLastIndex(({ id }) => ids.has(id))
  // What stood behind all of them is on the page: they were dealt with, not pushed off.
  if (last < 0 && rest.length) return rest
  return [...rest, ...held.rows.slice(last + 1)].slice(0, Math.max(held.rows.length, rest.length))
}

const shownOf = <Row>({ error, isFetching, isPlaceholderData, dataUpdatedAt, refetch }: ListQuery<Row>) => ({
  error,
  isFetching,
  isPlaceholderData,
  dataUpdatedAt,
  refetch,
})
