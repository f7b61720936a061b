import { id } from '@huanwei/contract/fields'
import { ObjectType } from '@huanwei/contract/objects'
import { Heard } from '@huanwei/contract/terminals/codes'
import { z } from 'zod'
import { ListPlace } from '../../ui/list/list-pages.ts'

const flag = z.enum(['true', 'false']).optional().catch(undefined)

/** Everything the address bar says about this screen; a broken part falls back to its default. */
export const TerminalsSearch = z.object({
  terminalNo: z.string().trim().max(20).optional().catch(undefined),
  objectName: z.string().trim().max(50).optional().catch(undefined),
  objectType: z.enum(ObjectType).optional().catch(undefined),
  /** False: those that nobody has bound to anything. */
  bound: z.enum(['true', 'false']).catch('true'),
  online: flag,
  /** The department of what it is on, with all below. */
  deptId: id.optional().catch(undefined),
  /** What it is on has an alarm or a warning now. */
  wrong: flag,
  heard: z.enum(Heard).optional().catch(undefined),
  ...ListPlace.shape,
  /** The terminal whose drawer is open. */
  open: z
    .union([id, z.literal('new')])
    .optional()
    .catch(undefined),
  /** The part of the drawer that it opens on. */
  part: z.enum(['facts', 'photos', 'commands']).optional().catch(undefined),
})
export type TerminalsSearch = z.infer<typeof TerminalsSearch>
