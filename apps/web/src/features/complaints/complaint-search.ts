import { ComplaintType, ScoreBand } from '@huanwei/contract/complaints/codes'
import { z } from 'zod'
import { maybeId, QueueSearch } from '../queues/queue-search.ts'

/** Everything the address bar says about this screen; a link restores it whole, a broken part falls back to its default. */
export const ComplaintsSearch = QueueSearch.extend({
  status: z.enum(['pending', 'processed']).catch('pending'),
  eventType: z.coerce.number().pipe(z.enum(ComplaintType)).optional().catch(undefined),
  satisfaction: z.enum(ScoreBand).optional().catch(undefined),
  /** The facility. */
  objectId: maybeId,
})
export type ComplaintsSearch = z.infer<typeof ComplaintsSearch>
