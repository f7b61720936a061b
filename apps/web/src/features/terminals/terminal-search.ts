import { id } from '@huanwei/contract/fields'
import { z } from 'zod'
import { ListPlace } from '../../ui/list-pages.ts'

const flag = z.enum(['true', 'false']).optional().catch(undefined)

/** Everything the address bar says about this screen; a broken part falls back to its default. */
export const TerminalsSearch = z.object({
  terminalNo: z.string().trim().max(20).optional().catch(undefined),
  bound: flag,
  online: flag,
  ...ListPlace.shape,
  /** The terminal whose drawer is open. */
  open: z
    .union([id, z.literal('new')])
    .optional()
    .catch(undefined),
})
export type TerminalsSearch = z.infer<typeof TerminalsSearch>

export const noFilter: Pick<TerminalsSearch, 'terminalNo' | 'bound' | 'online'> = {
  ...{ terminalNo: undefined, bound: undefined, online: undefined },
}
