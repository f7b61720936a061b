import type { ReactNode } from 'react'
import { z } from 'zod'

/** Source: spec 1, section 9 (pagination defaults). */
export const pageSizes = [10, 20, 30, 50] as const

/** Page and size in the address bar; a broken part falls back to its default. */
export const ListPlace = z.object({
  current: z.coerce.number().int().min(1).max(1_000_000).catch(1),
  size: z.coerce.number().pipe(z.literal(pageSizes)).catch(20),
})
export type ListPlace = z.infer<typeof ListPlace>

/** A list that is a tab of a page: where it stands, and the row whose drawer is open or `new`. `lead` is the switch between the tabs. */
export type ListTabProps = {
  lead: ReactNode
  position: { current: number; size: number }
  onPage: (position: ListTabProps['position']) => void
  open: number | 'new' | undefined
  onOpen: (open: ListTabProps['open']) => void
}

/** One page of a list that the browser has whole. */
export const pageOfAll = <T>(all: readonly T[], { current, size }: ListTabProps['position']) => ({
  records: all.slice((current - 1) * size, current * size),
  total: all.length,
})

/** Number of pages; an empty list has one. */
export const pageCount = (total: number, size: number) => Math.max(1, Math.ceil(total / size))

/** Pages the pager offers: first, last and five around the current one; `null` is a gap. Pure. */
export function pageNumbers(current: number, count: number): (number | null)[] {
  if (count <= 7) return Array.from({ length: count }, (_, i) => i + 1)
  const from = Math.min(Math.max(2, current - 2), count - 5)
  const to = Math.max(Math.min(count - 1, current + 2), 6)
  const middle = Array.from({ length: to - from + 1 }, (_, i) => from + i)
  return [1, ...(from > 2 ? [null] : []), ...middle, ...(to < count - 1 ? [null] : []), count]
}

/** The page to show after the size changed: the first when the current one would lie past the end. Source: spec 4, S1 §1–2. */
export const pageAfterResize = (current: number, size: number, total: number) => (current * size > total ? 1 : current)
