import { builtYears, CubicleState, ToiletKindAsked } from '@huanwei/contract/facilities/codes'
import { id } from '@huanwei/contract/fields'
import { z } from 'zod'
import { ListPlace } from '../../ui/list/list-pages.ts'

/** Everything the address bar says about this screen; a broken part falls back to its default. */
export const FacilitiesSearch = z.object({
  /** In the name, its initials or the address. */
  text: z.string().trim().max(50).optional().catch(undefined),
  deptId: id.optional().catch(undefined),
  /** Value in the dictionary `facility_type`. */
  facilityType: z.string().max(20).optional().catch(undefined),
  toiletKind: z.enum(ToiletKindAsked).optional().catch(undefined),
  /** The year in which it was built. */
  builtYear: z.coerce.number().int().min(builtYears.first).max(builtYears.last).optional().catch(undefined),
  online: z.enum(['true', 'false']).optional().catch(undefined),
  inOrder: z.enum(['true', 'false']).optional().catch(undefined),
  cubicles: z.enum(CubicleState).optional().catch(undefined),
  /** A truck weighed something there today. */
  collected: z.enum(['true', 'false']).optional().catch(undefined),
  documents: z.enum(['expiring', 'expired']).optional().catch(undefined),
  ...ListPlace.shape,
  /** The facility whose drawer is open. */
  open: z
    .union([id, z.literal(['new', 'import'])])
    .optional()
    .catch(undefined),
})
export type FacilitiesSearch = z.infer<typeof FacilitiesSearch>
