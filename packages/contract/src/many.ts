import { z } from 'zod'
import { longId } from './fields.ts'

/** Most things in one call. */
export const mostAtOnce = 200

/** Ids of what one act is done to. */
export const manyIds = z.array(longId).min(1).max(mostAtOnce)

/** Part of the outcome of one of many, or in a preview of the expected one. */
export const outcomeOfOne = z.object({
  /** Why it stays as it is; null when the act was done to it. */
  refusal: z.string().nullable(),
})
