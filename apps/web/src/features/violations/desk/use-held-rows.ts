import type { AlarmType } from '@huanwei/contract/violations/codes'
import { useState } from 'react'
import type { ListQuery } from '../../../ui/list/ListFrame.tsx'
import type { ViolationRow } from '../violation-list.ts'

/**
 * Rows of the list as they were when the desk took them, so that none moves while somebody works through them: a new one waits until it is asked
 * for, and one that was judged stays in its place with its verdict. `asked` identifies the question that the list answers.
 */
export function useHeldRows(list: ListQuery<ViolationRow>, asked: string, isHeld: boolean) {
  const [held, setHeld] = useState<{ asked: string; rows: ViolationRow[] }>()
  const now = list.isPlaceholderData ? undefined : list.data?.records
  if (isHeld && now && held?.asked !== asked) setHeld({ asked, rows: now })
  if (!isHeld && held) setHeld(undefined)
  const rows = isHeld && held?.asked === asked ? held.rows : now
  const ids = new Set(rows?.map(({ id }) => id))
  return {
    rows,
    /** The list with these rows. */
    list: isHeld && rows && list.data ? { ...shownOf(list), data: { ...list.data, records: rows } } : list,
    /** Number of rows that came before them; others moved up from the next page. */
    fresh: Math.max(0, now?.findIndex(({ id }) => ids.has(id)) ?? 0),
    /** Shows the verdict of rows that stay. */
    mark: (marked: readonly number[], alarmType: AlarmType) =>
      setHeld(
        (before) =>
          before && { ...before, rows: before.rows.map((row) => (marked.includes(row.id) ? { ...row, alarmType } : row)) },
      ),
    /** Takes the rows that the list has now, and gives them. */
    async renew() {
      const { data } = await list.refetch()
      if (data) setHeld({ asked, rows: data.records })
      return data?.records ?? []
    },
  }
}

export type HeldRows = ReturnType<typeof useHeldRows>

const shownOf = ({ error, isFetching, isPlaceholderData, dataUpdatedAt, refetch }: ListQuery<ViolationRow>) => ({
  error,
  isFetching,
  isPlaceholderData,
  dataUpdatedAt,
  refetch,
})
