import { ReminderTask } from '@huanwei/contract/messages/codes'
import { z } from 'zod'
import { QueueSearch } from '../queues/queue-search.ts'

/** State of the list of reminders in the address bar. */
export const RemindersSearch = QueueSearch.omit({ open: true, deptId: true }).extend({
  tab: z.enum(['pending', 'handled']).catch('pending'),
  task: z.coerce.number().pipe(z.enum(ReminderTask)).optional().catch(undefined),
  /** 1: only those of what no other list holds. */
  unlisted: z.coerce.number().pipe(z.literal(1)).optional().catch(undefined),
})
export type RemindersSearch = z.infer<typeof RemindersSearch>
