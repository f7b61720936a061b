import { mostAtOnce } from '@huanwei/contract/many'
import { useMemo, useState } from 'react'

/** Rows that a person has picked to deal with together; picks stay while pages are turned, and go when `list` becomes another. */
export function usePicks(list: string, rows: readonly { id: number }[] = nothing) {
  const [kept, setKept] = useState<{ list: string; ids: readonly number[] }>({ list, ids: [] })
  const ids = kept.list === list ? kept.ids : nothing
  const page = rows.map(({ id }) => id).join()
  return useMemo(() => {
    const set = (next: readonly number[]) => setKept({ list, ids: next.slice(0, mostAtOnce) })
    const onPage = page ? page.split(',').map(Number) : []
    const others = ids.filter((id) => !onPage.includes(id))
    return {
      ids,
      isWhole: onPage.length > 0 && onPage.every((id) => ids.includes(id)),
      toggle: (id: number) => set(ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id]),
      /** All of the page, or none of it. */
      toggleAll: (isOn: boolean) => set(isOn ? [...others, ...onPage] : others),
      clear: () => set([]),
    }
  }, [list, ids, page])
}
export type Picks = ReturnType<typeof usePicks>

const nothing: readonly never[] = []
