import { z } from 'zod'
import { TimelinessAsked } from './codes.ts'

/** People of a list of loads. */
export const mostLoads = 100

/** What a person has to do in the caller's scope, and how much of it is nearly due and overdue. */
export const Load = z.object({
  userId: z.number(),
  name: z.string(),
  deptName: z.string(),
  open: z.number().int(),
  soon: z.number().int(),
  overdue: z.number().int(),
})
export type Load = z.infer<typeof Load>

/** When something is to be done, by the parameters and the work calendar of the moment it was made, and when the last quarter of that time begins. */
export const deadline = { soonTime: z.string(), dueTime: z.string() }

export const timeliness = z.enum(TimelinessAsked).optional()

/** The earliest due first: what is still to be done. */
export const byDueTime = 'dueTime'
