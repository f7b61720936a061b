import { id } from '@huanwei/contract/fields'
import { z } from 'zod'
import { pageSizes } from '../../ui/list-pages.ts'

/** Everything the address bar says about this screen; a broken part falls back to its default. */
export const TokensSearch = z.object({
  tab: z.enum(['tokens', 'providers']).catch('tokens'),
  username: z.string().max(64).optional().catch(undefined),
  address: z.string().max(64).optional().catch(undefined),
  current: z.coerce.number().int().min(1).max(1_000_000).catch(1),
  size: z.coerce.number().pipe(z.literal(pageSizes)).catch(20),
  /** The provider whose drawer is open. */
  open: z
    .union([id, z.literal('new')])
    .optional()
    .catch(undefined),
})
export type TokensSearch = z.infer<typeof TokensSearch>

export const noFilter = { username: undefined, address: undefined }
