import type { ListQuery } from '../../../ui/list/ListFrame.tsx'
import { useDeskChoice } from './use-desk-choice.ts'
import { useHeldRows } from './use-held-rows.ts'

/** The rows of a queue, at a desk or not, held while somebody works with them; `search` and `more` make the question that `list` answers. */
export function useQueueRows<Row extends { id: number }>(list: ListQuery<Row>, search: { open?: number | undefined }, more = '') {
  const { open, ...question } = search
  const choice = useDeskChoice(open)
  return { choice, held: useHeldRows(list, JSON.stringify(question) + more, choice.isOn) }
}
export type QueueRows<Row extends { id: number }> = ReturnType<typeof useQueueRows<Row>>
