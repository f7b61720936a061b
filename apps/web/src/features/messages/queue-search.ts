import { id } from '@huanwei/contract/fields'
import { z } from 'zod'
import { dayRange } from '../../lib/time.ts'
import { pageSizes } from '../../ui/list-pages.ts'

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text
const day = z.string().refine(isDay).optional().catch(undefined)
export const maybeId = id.optional().catch(undefined)

/** What the address bar says about every queue; a broken part falls back to its default. A queue extends it with its own filters. */
export const QueueSearch = z.object({
  deptId: maybeId,
  /** First and last day, `yyyy-MM-dd`. */
  from: day,
  to: day,
  current: z.coerce.number().int().min(1).max(1_000_000).catch(1),
  size: z.coerce.number().pipe(z.literal(pageSizes)).catch(20),
  /** The event whose drawer is open. */
  open: maybeId,
})
export type QueueSearch = z.infer<typeof QueueSearch>

/** What every list call is asked, of a search in the address bar. */
export const toListInput = ({ deptId, from, to, current, size }: QueueSearch) => ({
  deptId,
  startTime: from && dayRange(from, from).startTime,
  endTime: to && dayRange(to, to).endTime,
  current,
  size,
})
