import { id } from '@huanwei/contract/fields'
import { z } from 'zod'
import { ListPlace } from '../../ui/list/list-pages.ts'

const drawer = z
  .union([id, z.literal('new')])
  .optional()
  .catch(undefined)

/** Everything the address bar says about this screen; a broken part falls back to its default. */
export const DictionariesSearch = z.object({
  /** The dictionary whose items are shown; the first one when it is absent. */
  dict: id.optional().catch(undefined),
  text: z.string().trim().max(50).optional().catch(undefined),
  enabled: z.enum(['true', 'false']).optional().catch(undefined),
  ...ListPlace.shape,
  /** The item whose drawer is open. */
  open: drawer,
  /** The dictionary whose drawer is open. */
  edited: drawer,
})
export type DictionariesSearch = z.infer<typeof DictionariesSearch>
