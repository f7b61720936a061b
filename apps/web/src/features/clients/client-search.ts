import { id } from '@huanwei/contract/fields'
import { z } from 'zod'
import { ListPlace } from '../../ui/list/list-pages.ts'

/** Everything the address bar says about this screen; a broken part falls back to its default. */
export const ClientsSearch = z.object({
  tab: z.enum(['clients', 'subscriptions', 'calls']).catch('clients'),
  ...ListPlace.shape,
  /** The client or the subscription whose drawer is open. */
  open: z
    .union([id, z.literal('new')])
    .optional()
    .catch(undefined),
})
export type ClientsSearch = z.infer<typeof ClientsSearch>
