import { ObjectType } from '@huanwei/contract/objects'
import { z } from 'zod'
import { maybeId, QueueSearch } from '../queues/queue-search.ts'

/** Everything the address bar says about this screen; a link restores it whole, a broken part falls back to its default. */
export const ViolationsSearch = QueueSearch.extend({
  status: z.enum(['pending', 'processed']).catch('pending'),
  /** The tab; that of the page's address unless given. */
  objectType: z.enum(ObjectType).optional().catch(undefined),
  objectId: maybeId,
})
export type ViolationsSearch = z.infer<typeof ViolationsSearch>
