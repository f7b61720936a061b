import { id } from '@huanwei/contract/fields'
import { z } from 'zod'
import { ListPlace } from '../../ui/list/list-pages.ts'

const maybeId = id.optional().catch(undefined)

/** Everything the address bar says about this screen; a broken part falls back to its default. */
export const UsersSearch = z.object({
  /** In the name, the user name, the phone or their initials. */
  text: z.string().max(64).optional().catch(undefined),
  deptId: maybeId,
  roleId: maybeId,
  lockFlag: z.enum(['0', '9']).optional().catch(undefined),
  ...ListPlace.shape,
  /** The user whose drawer is open. */
  open: z
    .union([id, z.literal(['new', 'import'])])
    .optional()
    .catch(undefined),
})
export type UsersSearch = z.infer<typeof UsersSearch>
