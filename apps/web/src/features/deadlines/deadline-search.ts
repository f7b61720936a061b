import { TimelinessAsked } from '@huanwei/contract/deadlines/codes'
import { byDueTime } from '@huanwei/contract/deadlines/endpoints'
import { z } from 'zod'
import type { ListSort } from '../../ui/list/list-columns.ts'
import { QueueSearch } from '../queues/queue-search.ts'

/** State of a queue with deadlines in the address bar. */
export const DatedSearch = QueueSearch.extend({
  timeliness: z.enum(TimelinessAsked).optional().catch(undefined),
  /** The earliest due first; by the list's own time otherwise. */
  sort: z.literal(byDueTime).optional().catch(undefined),
})
type DatedSearch = Pick<z.infer<typeof DatedSearch>, 'timeliness' | 'sort'>

const { inTime, soon, overdue, late, today } = TimelinessAsked

/** What rows can be that are still to be done, that are done, or both where that is not known. Pure. */
export function timelinessesOf(isOpen: boolean | undefined): TimelinessAsked[] {
  if (isOpen === undefined) return [inTime, today, soon, overdue, late]
  return isOpen ? [inTime, today, soon, overdue] : [inTime, late]
}

/** Input of a list call of a tab, from the search in the address bar: what says nothing about its rows is left out. Pure. */
export const toDatedInput = ({ timeliness, sort }: DatedSearch, isOpen: boolean | undefined) => ({
  timeliness: timeliness && timelinessesOf(isOpen).includes(timeliness) ? timeliness : undefined,
  ...(isOpen && sort && { ascs: sort }),
})

/** The search of an order that was asked for: due times are sorted upwards only. Pure. */
export const dueSortOf = (to: ListSort | undefined) => (to?.by === byDueTime && to.order === 'asc' ? byDueTime : undefined)

/** The order that a list shows and takes. */
export const dueSort = ({ sort }: DatedSearch, onSearch: (change: Pick<DatedSearch, 'sort'> & { current: number }) => void) => ({
  sort: sort && ({ by: sort, order: 'asc' } as const),
  onSort: (to: ListSort | undefined) => onSearch({ sort: dueSortOf(to), current: 1 }),
})
