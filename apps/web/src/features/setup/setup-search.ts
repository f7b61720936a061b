import { id } from '@huanwei/contract/fields'
import { z } from 'zod'

const maybe = id.optional().catch(undefined)

/** How far the set-up of a vehicle is; whoever opens the address goes on there. */
export const SetupSearch = z.object({
  deptId: maybe,
  vehicleId: maybe,
  areaId: maybe,
  /** The form that is open. */
  open: z.enum(['department', 'vehicle', 'terminal', 'area', 'rule']).optional().catch(undefined),
})
export type SetupSearch = z.infer<typeof SetupSearch>
