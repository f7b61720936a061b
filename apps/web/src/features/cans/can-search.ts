import { FillBand, WasteType } from '@huanwei/contract/cans/codes'
import { id } from '@huanwei/contract/fields'
import { z } from 'zod'
import { ListPlace } from '../../ui/list/list-pages.ts'
import { workSearch } from '../cleaning/causes/work-filter.ts'

export const canViews = ['list', 'overfull'] as const

/** Everything the address bar says about this screen; a broken part falls back to its default. */
export const CansSearch = z.object({
  /** In the name, its initials or the address. */
  text: z.string().trim().max(50).optional().catch(undefined),
  deptId: id.optional().catch(undefined),
  wasteType: z.enum(WasteType).optional().catch(undefined),
  ...workSearch,
  fill: z.enum(FillBand).optional().catch(undefined),
  online: z.enum(['true', 'false']).optional().catch(undefined),
  inOrder: z.enum(['true', 'false']).optional().catch(undefined),
  view: z.enum(canViews).catch('list'),
  /** Fill level from which a can is overfull, percent; without it that of the organisation. */
  from: z.coerce.number().int().min(1).max(100).optional().catch(undefined),
  /** The facility at which the truck starts, or a place on the map as `lng,lat`. */
  depot: id.optional().catch(undefined),
  start: z
    .string()
    .regex(/^-?\d{1,3}(\.\d+)?,-?\d{1,2}(\.\d+)?$/)
    .optional()
    .catch(undefined),
  documents: z.enum(['expiring', 'expired']).optional().catch(undefined),
  ...ListPlace.shape,
  /** The can whose drawer is open. */
  open: z
    .union([id, z.literal(['new', 'import'])])
    .optional()
    .catch(undefined),
})
export type CansSearch = z.infer<typeof CansSearch>
