import { useState } from 'react'
import { QueueSearch } from './queue-search.ts'

type Place = Pick<QueueSearch, 'current' | 'size' | 'open'>

type Queue<Filter> = {
  search: NoInfer<Filter> & Place
  onSearch: ((change: NoInfer<Partial<Filter>> & { current: number }) => void) & ((change: Partial<Place>) => void)
  /** The filters and their values when none is set. */
  noFilter: Filter
  list: { data: { records: unknown[] } | undefined; refetch: () => unknown }
}

/** What a person does with a queue's list: chooses filters, which 查询 applies, turns pages, opens and handles one. */
export function useQueueFilter<Filter extends object>({ search, onSearch, noFilter, list }: Queue<Filter>) {
  /** What was chosen since the last 查询. */
  const [draft, setDraft] = useState<Partial<Filter>>({})
  const set = new Map(Object.entries(search))

  function apply(to: Partial<Filter>) {
    setDraft({})
    onSearch({ ...to, current: 1 })
  }
  return {
    filter: { ...search, ...draft },
    isFiltered: Object.entries(noFilter).some(([name, none]) => set.get(name) !== none),
    choose: (to: Partial<Filter>) => setDraft({ ...draft, ...to }),
    onQuery: () => (Object.keys(draft).length > 0 ? apply(draft) : void list.refetch()),
    onReset: () => apply(noFilter),
    onPage: (place: { current: number; size: number }) => onSearch(QueueSearch.pick({ current: true, size: true }).parse(place)),
    onOpen: ({ id }: { id: number }) => onSearch({ open: id }),
    onClose: () => onSearch({ open: undefined }),
    /** The last row of a page is gone: the page before has the rest. */
    onHandled() {
      const isLast = list.data?.records.length === 1 && search.current > 1
      onSearch({ open: undefined, ...(isLast && { current: search.current - 1 }) })
    },
  }
}
