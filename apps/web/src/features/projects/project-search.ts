import { id } from '@huanwei/contract/fields'
import { ProjectStatus } from '@huanwei/contract/projects/codes'
import { z } from 'zod'
import { ListPlace } from '../../ui/list/list-pages.ts'

/** Everything the address bar says about this screen; a broken part falls back to its default. */
export const ProjectsSearch = z.object({
  name: z.string().trim().max(50).optional().catch(undefined),
  deptId: id.optional().catch(undefined),
  status: z.enum(ProjectStatus).optional().catch(undefined),
  ...ListPlace.shape,
  /** The project whose drawer is open. */
  open: z
    .union([id, z.literal('new')])
    .optional()
    .catch(undefined),
})
export type ProjectsSearch = z.infer<typeof ProjectsSearch>
