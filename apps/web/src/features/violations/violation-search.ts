import { id } from '@huanwei/contract/fields'
import { z } from 'zod'
import { dayRange } from '../../lib/time.ts'
import { pageSizes } from '../../ui/list-pages.ts'

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text
const day = z.string().refine(isDay).optional().catch(undefined)
const maybeId = id.optional().catch(undefined)

/** Everything the address bar says about this screen; a link restores it whole, a broken part falls back to its default. */
export const ViolationsSearch = z.object({
  status: z.enum(['pending', 'processed']).catch('pending'),
  objectId: maybeId,
  deptId: maybeId,
  /** First and last day, `yyyy-MM-dd`. */
  from: day,
  to: day,
  current: z.coerce.number().int().min(1).max(1_000_000).catch(1),
  size: z.coerce.number().pipe(z.literal(pageSizes)).catch(20),
  /** The violation whose drawer is open. */
  open: maybeId,
})
export type ViolationsSearch = z.infer<typeof ViolationsSearch>

export type ViolationsFilter = Pick<ViolationsSearch, 'objectId' | 'deptId' | 'from' | 'to'>
export const noFilter: ViolationsFilter = { objectId: undefined, deptId: undefined, from: undefined, to: undefined }

/** What either list call is asked, but for whom, which kind of object and whether handled. */
export const toListInput = ({ objectId, deptId, from, to, current, size }: ViolationsSearch) => ({
  objectId,
  deptId,
  startTime: from && dayRange(from, from).startTime,
  endTime: to && dayRange(to, to).endTime,
  current,
  size,
})
