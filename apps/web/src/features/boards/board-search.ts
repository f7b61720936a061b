import { Every } from '@huanwei/contract/reports/codes'
import { z } from 'zod'

/** Query of a board: what is written above it, the department that it is narrowed to, the past day, the period or the facility that it shows, and the token of a screen without a log-in. */
export const BoardSearch = z.object({
  title: z.string().max(60).optional().catch(undefined),
  day: z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}$/)
    .optional()
    .catch(undefined),
  period: z.enum(Every).optional().catch(undefined),
  facilityId: z.coerce.number().int().positive().optional().catch(undefined),
  token: z.string().max(100).optional().catch(undefined),
  deptId: z.coerce.number().int().positive().optional().catch(undefined),
})
export type BoardSearch = z.infer<typeof BoardSearch>
