import { id, whole } from '@huanwei/contract/fields'
import { ObjectType } from '@huanwei/contract/objects'
import { Severity } from '@huanwei/contract/rules/codes'
import { AlarmType } from '@huanwei/contract/violations/codes'
import { z } from 'zod'
import { workSearch } from '../cleaning/causes/work-filter.ts'
import { maybeId, QueueSearch, whoseSearch } from '../queues/queue-search.ts'

/** Everything the address bar says about this screen; a link restores it whole, a broken part falls back to its default. */
export const ViolationsSearch = QueueSearch.extend({
  ...whoseSearch,
  status: z.enum(['pending', 'processed', 'all']).catch('pending'),
  /** Of all kinds of object at once. */
  kinds: z.literal('all').optional().catch(undefined),
  /** The whole name of the event. */
  violationEvent: z.string().trim().max(100).optional().catch(undefined),
  /** The tab; that of the page's address unless given. */
  objectType: z.enum(ObjectType).optional().catch(undefined),
  objectId: maybeId,
  // Lists refuse what they are not, so that the address bar offers all of their values.
  ruleIds: z.array(id).min(1).max(200).optional(),
  ...workSearch,
  severity: z.enum(Severity).optional().catch(undefined),
  /** These two only of what is processed. */
  verdicts: z
    .array(whole(z.enum(AlarmType)))
    .min(1)
    .max(5)
    .optional(),
  handlerId: maybeId,
})
export type ViolationsSearch = z.infer<typeof ViolationsSearch>
