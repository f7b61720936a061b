import { mostAtOnce } from '@huanwei/contract/many'
import { useMemo, useState } from 'react'

/** `anchor`: where the next range begins. `before`: what was picked before the range that is being drawn out. */
type Kept = { list: string; ids: readonly number[]; anchor?: number; before?: readonly number[] }

/** Rows that a person has picked to deal with together; picks stay while pages are turned, and go when `list` becomes another. */
export function usePicks(list: string, rows: readonly { id: number }[] = nothing) {
  const [last, setKept] = useState<Kept>({ list, ids: nothing })
  const kept = last.list === list ? last : undefined
  const page = rows.map(({ id }) => id).join()
  return useMemo(() => {
    const { ids = nothing, anchor, before } = kept ?? {}
    const set = (next: readonly number[], more: Partial<Kept> = {}) =>
      setKept({ list, ids: [...new Set(next)].slice(0, mostAtOnce), ...more })
    const onPage = page ? page.split(',').map(Number) : []
    const others = ids.filter((id) => !onPage.includes(id))
    const toggle = (id: number) => set(ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id], { anchor: id })
    /** Picks the rows from `start` to this one; another end of the same range takes its place. */
    function extend(id: number, start = anchor) {
      const [from, to] = [start ?? id, id].map((one) => onPage.indexOf(one)).sort((one, other) => one - other)
      if (from === undefined || to === undefined || from < 0) return toggle(id)
      const already = start === anchor && before ? before : ids
      set([...already, ...onPage.slice(from, to + 1)], { anchor: start ?? id, before: already })
    }
    return {
      ids,
      isWhole: onPage.length > 0 && onPage.every((id) => ids.includes(id)),
      toggle,
      extend,
      /** One row, or with Shift all from the one before. */
      pick: ({ id }: { id: number }, isRange: boolean) => (isRange ? extend(id) : toggle(id)),
      /** All of the page, or none of it. */
      toggleAll: (isOn: boolean) => set(isOn ? [...others, ...onPage] : others),
      clear: () => set([]),
    }
  }, [list, kept, page])
}
export type Picks = ReturnType<typeof usePicks>

const nothing: readonly never[] = []
