import { z } from 'zod'
import { DatedSearch } from '../deadlines/deadline-search.ts'
import { maybeId, whoseSearch } from '../queues/queue-search.ts'

/** Everything the address bar says about this screen; a link restores it whole, a broken part falls back to its default. */
export const ApprovalsSearch = DatedSearch.extend({
  ...whoseSearch,
  tab: z.enum(['pending', 'approved', 'rejected', 'mine']).catch('pending'),
  /** The applicant. */
  objectId: maybeId,
  submittedBy: maybeId,
  /** The form of a new application is open. */
  form: z.literal('new').optional().catch(undefined),
})
export type ApprovalsSearch = z.infer<typeof ApprovalsSearch>
