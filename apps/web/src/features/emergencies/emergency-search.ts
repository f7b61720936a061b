import { EmergencyState } from '@huanwei/contract/emergencies/codes'
import { ObjectType } from '@huanwei/contract/objects'
import { z } from 'zod'
import { maybeId, QueueSearch } from '../queues/queue-search.ts'

/** State of the record of calls for help in the address bar. */
export const EmergenciesSearch = QueueSearch.extend({
  /** Real calls alone, or drills alone. */
  kind: z.enum(['real', 'drill']).optional().catch(undefined),
  emergencyState: z.enum(EmergencyState).optional().catch(undefined),
  objectType: z.enum(ObjectType).optional().catch(undefined),
  /** Only with the type. */
  objectId: maybeId,
  handlerId: maybeId,
})
export type EmergenciesSearch = z.infer<typeof EmergenciesSearch>
