import { id, parentId } from '@huanwei/contract/fields'
import { z } from 'zod'

/** Everything the address bar says about this screen; a broken part falls back to its default. */
export const DepartmentsSearch = z.object({
  text: z.string().max(50).optional().catch(undefined),
  /** The department whose drawer is open. */
  open: z
    .union([id, z.literal('new')])
    .optional()
    .catch(undefined),
  /** Above the new one; 0 is the top. */
  below: parentId.optional().catch(undefined),
})
export type DepartmentsSearch = z.infer<typeof DepartmentsSearch>
