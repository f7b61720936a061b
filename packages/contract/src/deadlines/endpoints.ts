import { z } from 'zod'
import { Timeliness } from './codes.ts'

/** When something is to be done, by the parameters and the work calendar of the moment it was made, and when the last quarter of that time begins. */
export const deadline = { soonTime: z.string(), dueTime: z.string() }

export const timeliness = z.enum(Timeliness).optional()

/** The earliest due first: what is still to be done. */
export const byDueTime = 'dueTime'
