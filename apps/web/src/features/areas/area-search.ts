import { id } from '@huanwei/contract/fields'
import { z } from 'zod'
import { ListPlace } from '../../ui/list/list-pages.ts'

export const areaViews = ['list', 'map'] as const

/** Everything the address bar says about this screen; a broken part falls back to its default. */
export const AreasSearch = z.object({
  name: z.string().trim().max(50).optional().catch(undefined),
  deptId: id.optional().catch(undefined),
  ...ListPlace.shape,
  /** The area that the map shows. */
  chosen: id.optional().catch(undefined),
  /** On a screen that has no room for the list and the map beside each other. */
  view: z.enum(areaViews).catch('list'),
  /** The area whose drawer is open. */
  open: z
    .union([id, z.enum(['new', 'import'])])
    .optional()
    .catch(undefined),
})
export type AreasSearch = z.infer<typeof AreasSearch>
