import { z } from 'zod'

/** Query of a board: what is written above it, and the department that it is narrowed to. */
export const BoardSearch = z.object({
  title: z.string().max(60).optional().catch(undefined),
  deptId: z.coerce.number().int().positive().optional().catch(undefined),
})
export type BoardSearch = z.infer<typeof BoardSearch>
