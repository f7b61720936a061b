import { id } from '@huanwei/contract/fields'
import { z } from 'zod'
import { ListPlace } from '../../ui/list/list-pages.ts'

/** Everything the address bar says about this screen; a broken part falls back to its default. */
export const RolesSearch = z.object({
  roleName: z.string().trim().max(64).optional().catch(undefined),
  ...ListPlace.shape,
  /** The role whose drawer is open. */
  open: z
    .union([id, z.literal('new')])
    .optional()
    .catch(undefined),
  /** The role that the new one is a copy of. */
  copy: id.optional().catch(undefined),
})
export type RolesSearch = z.infer<typeof RolesSearch>
