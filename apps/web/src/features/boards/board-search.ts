import { z } from 'zod'

/** Query of a board: what is written above it, the department that it is narrowed to, and the token of a screen without a log-in. */
export const BoardSearch = z.object({
  title: z.string().max(60).optional().catch(undefined),
  token: z.string().max(100).optional().catch(undefined),
  deptId: z.coerce.number().int().positive().optional().catch(undefined),
})
export type BoardSearch = z.infer<typeof BoardSearch>
