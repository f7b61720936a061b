import { id } from '@huanwei/contract/fields'
import { z } from 'zod'
import { ListPlace } from '../../ui/list/list-pages.ts'

/** Everything the address bar says about this screen; a broken part falls back to its default. */
export const ParametersSearch = z.object({
  publicName: z.string().trim().max(50).optional().catch(undefined),
  publicKey: z.string().trim().max(64).optional().catch(undefined),
  system: z.enum(['0', '1']).optional().catch(undefined),
  ...ListPlace.shape,
  /** The parameter whose drawer is open. */
  open: z
    .union([id, z.literal('new')])
    .optional()
    .catch(undefined),
})
export type ParametersSearch = z.infer<typeof ParametersSearch>
