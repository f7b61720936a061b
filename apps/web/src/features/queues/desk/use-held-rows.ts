import { useState } from 'react'
import type { ListQuery } from '../../../ui/list/ListFrame.tsx'

type Listed = { id: number | string }

/**
 * Rows of the list as they were when somebody began to work with them. At the desk none moves: a new one waits until it is asked for, and one that was
 * dealt with stays in its place. Elsewhere, while the pointer or the focus is among the rows, only new ones wait. `asked` identifies the
 * question that the list answers.
 */
export function useHeldRows<Row extends Listed>(list: ListQuery<Row>, asked: string, isDesk: boolean) {
  const [isTouched, setTouched] = useState(false)
  const [held, setHeld] = useState<{ asked: string; rows: Row[] }>()
  const isHeld = isDesk || isTouched
  const now = list.isPlaceholderData ? undefined : list.data?.records
  if (isHeld && now && held?.asked !== asked) setHeld({ asked, rows: now })
  if (!isHeld && held) setHeld(undefined)
  const kept = isHeld && held?.asked === asked ? held.rows : now
  const rows = kept && now && !isDesk ? withoutNew(kept, now) : kept
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
      if (data) setHeld({ asked, rows: data.records })
      return data?.records ?? []
    },
  }
}

/** The rows of `now` that came among `held`: what stands behind all of them moved up from the next page. */
function newAmong<Row extends Listed>(held: readonly Row[], now: readonly Row[]) {
  const ids = new Set(held.map(({ id }) => id))
  const last = now.findLastIndex(({ id }) => ids.has(id))
  if (last < 0) return newerThanAll(held, now)
  return now.slice(0, Math.max(0, last)).filter(({ id }) => !ids.has(id))
}

/** With none of `held` left, the rows of `now` that came after all of them; none where the list is not newest first. */
function newerThanAll<Row extends Listed>(held: readonly Row[], now: readonly Row[]) {
  const [newest] = held
  const isNewestFirst = held.every(({ id }, i) => i === 0 || id < held[i - 1]!.id)
  return newest && isNewestFirst ? now.filter(({ id }) => id > newest.id) : []
}

/** `now` without the rows that came among `held`, and with those that they pushed off the page. */
function withoutNew<Row extends Listed>(held: Row[], now: Row[]): Row[] {
  const fresh = new Set(newAmong(held, now))
  if (fresh.size === 0) return now
  const rest = now.filter((row) => !fresh.has(row))
  const ids = new Set(rest.map(({ id }) => id))
  const last = held.findLastIndex(({ id }) => ids.has(id))
  return [...rest, ...held.slice(last + 1)].slice(0, Math.max(held.length, rest.length))
}

const shownOf = <Row>({ error, isFetching, isPlaceholderData, dataUpdatedAt, refetch }: ListQuery<Row>) => ({
  error,
  isFetching,
  isPlaceholderData,
  dataUpdatedAt,
  refetch,
})
