import { id } from '@huanwei/contract/fields'
import { z } from 'zod'
import { ListPlace } from '../../ui/list/list-pages.ts'

/** Everything the address bar says about this screen; a broken part falls back to its default. */
export const VehiclesSearch = z.object({
  /** In the plate, the name or their initials. */
  text: z.string().trim().max(50).optional().catch(undefined),
  deptId: id.optional().catch(undefined),
  /** Value in the dictionary `vehicle_type`. */
  vehicleType: z.string().max(20).optional().catch(undefined),
  online: z.enum(['true', 'false']).optional().catch(undefined),
  documents: z.enum(['expiring', 'expired']).optional().catch(undefined),
  ...ListPlace.shape,
  /** The vehicle whose drawer is open. */
  open: z
    .union([id, z.literal(['new', 'import'])])
    .optional()
    .catch(undefined),
})
export type VehiclesSearch = z.infer<typeof VehiclesSearch>
