import { z } from 'zod'
import { maybeId, QueueSearch } from '../messages/queue-search.ts'

/** Everything the address bar says about this screen; a link restores it whole, a broken part falls back to its default. */
export const InspectionsSearch = QueueSearch.extend({
  tab: z.enum(['waiting', 'fedBack', 'returned', 'closed']).catch('waiting'),
  reportPersonId: maybeId,
  responsibleId: maybeId,
  /** By report time; newest first unless given. */
  order: z.enum(['asc', 'desc']).optional().catch(undefined),
  /** The form of a new one is open. */
  form: z.literal('new').optional().catch(undefined),
})
export type InspectionsSearch = z.infer<typeof InspectionsSearch>

export const noFilter: Pick<InspectionsSearch, 'reportPersonId' | 'responsibleId' | 'deptId' | 'from' | 'to'> = {
  ...{ reportPersonId: undefined, responsibleId: undefined, deptId: undefined, from: undefined, to: undefined },
}
