import { id } from '@huanwei/contract/fields'
import { z } from 'zod'
import { ListPlace } from '../../ui/list/list-pages.ts'

/** Everything the address bar says about this screen; a broken part falls back to its default. */
export const RulesSearch = z.object({
  name: z.string().trim().max(50).optional().catch(undefined),
  enabled: z.enum(['true', 'false']).optional().catch(undefined),
  /** The object whose rules are shown. */
  objectId: id.optional().catch(undefined),
  ...ListPlace.shape,
  /** The rule whose drawer is open. */
  open: z
    .union([id, z.enum(['new', 'hours'])])
    .optional()
    .catch(undefined),
  /** The rule that is tried out to be switched on. */
  tried: id.optional().catch(undefined),
})
export type RulesSearch = z.infer<typeof RulesSearch>
