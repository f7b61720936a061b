import { id } from '@huanwei/contract/fields'
import { z } from 'zod'
import { ListPlace } from '../../ui/list/list-pages.ts'

/** Everything the address bar says about this screen; a broken part falls back to its default. */
export const BoxesSearch = z.object({
  text: z.string().trim().max(50).optional().catch(undefined),
  deptId: id.optional().catch(undefined),
  ...ListPlace.shape,
  /** The box whose drawer is open. */
  open: z
    .union([id, z.literal('new')])
    .optional()
    .catch(undefined),
  /** The drawer shows its calibrations. */
  part: z.literal('calibration').optional().catch(undefined),
})
export type BoxesSearch = z.infer<typeof BoxesSearch>
