import { id } from '@huanwei/contract/fields'
import { z } from 'zod'
import { ListPlace } from '../../ui/list/list-pages.ts'

/** Everything the address bar says about this screen; a broken part falls back to its default. */
export const TokensSearch = z.object({
  tab: z.enum(['tokens', 'providers', 'boards', 'screens']).catch('tokens'),
  username: z.string().trim().max(64).optional().catch(undefined),
  address: z.string().trim().max(64).optional().catch(undefined),
  ...ListPlace.shape,
  /** The provider or the token of a board whose drawer is open. */
  open: z
    .union([id, z.literal('new')])
    .optional()
    .catch(undefined),
})
export type TokensSearch = z.infer<typeof TokensSearch>
