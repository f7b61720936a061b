import { id } from '@huanwei/contract/fields'
import { z } from 'zod'
import { dayRange } from '../../lib/time.ts'
import { ListPlace } from '../../ui/list/list-pages.ts'

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text
const day = z.string().refine(isDay).optional().catch(undefined)
export const maybeId = id.optional().catch(undefined)

/** State of every queue in the address bar; an invalid part falls back to its default. A queue extends it with its own filters. */
export const QueueSearch = z.object({
  deptId: maybeId,
  /** First and last day, `yyyy-MM-dd`. */
  from: day,
  to: day,
  ...ListPlace.shape,
  /** The event whose drawer is open. */
  open: maybeId,
})
export type QueueSearch = z.infer<typeof QueueSearch>

/** Whose events a queue shows who handles it: all of their scope, as everybody else sees, or only those that were pushed to them. */
export const whoseSearch = { whose: z.literal('all').optional().catch(undefined) }

/** Input of every list call, from the search in the address bar. */
export const toListInput = ({ deptId, from, to, current, size }: Omit<QueueSearch, 'open'>) => ({
  deptId,
  startTime: from && dayRange(from, from).startTime,
  endTime: to && dayRange(to, to).endTime,
  current,
  size,
})
