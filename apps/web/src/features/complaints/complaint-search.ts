import { ComplaintType, ScoreBand } from '@huanwei/contract/complaints/codes'
import { z } from 'zod'
import { workSearch } from '../cleaning/causes/work-filter.ts'
import { DatedSearch } from '../deadlines/deadline-search.ts'
import { maybeId, whoseSearch } from '../queues/queue-search.ts'

/** Everything the address bar says about this screen; a link restores it whole, a broken part falls back to its default. */
export const ComplaintsSearch = DatedSearch.extend({
  ...whoseSearch,
  status: z.enum(['pending', 'processed', 'all']).catch('pending'),
  eventType: z.coerce.number().pipe(z.enum(ComplaintType)).optional().catch(undefined),
  ...workSearch,
  satisfaction: z.enum(ScoreBand).optional().catch(undefined),
  /** The facility. */
  objectId: maybeId,
  /** Value of the dictionary `facility_type`; of all in scope, not of what was pushed to somebody. */
  facilityType: z.string().max(20).optional().catch(undefined),
})
export type ComplaintsSearch = z.infer<typeof ComplaintsSearch>
