import { z } from 'zod'
import { workSearch } from '../cleaning/causes/work-filter.ts'
import { DatedSearch } from '../deadlines/deadline-search.ts'
import { maybeId, whoseSearch } from '../queues/queue-search.ts'

/** Everything the address bar says about this screen; a link restores it whole, a broken part falls back to its default. */
export const InspectionsSearch = DatedSearch.extend({
  ...whoseSearch,
  tab: z.enum(['waiting', 'fedBack', 'returned', 'closed', 'all']).catch('waiting'),
  reportPersonId: maybeId,
  responsibleId: maybeId,
  projectId: maybeId,
  ...workSearch,
  /** Sorted by report time; newest first by default. */
  order: z.enum(['asc', 'desc']).optional().catch(undefined),
  /** The form of a new one is open. */
  form: z.literal('new').optional().catch(undefined),
  /** The public event that it comes from. */
  complaintId: maybeId,
})
export type InspectionsSearch = z.infer<typeof InspectionsSearch>
