import { z } from 'zod'

/** A positive id, from a path, a query or a body. */
export const id = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER)

/** `yyyy-MM-dd HH:mm:ss` in Asia/Shanghai, as every time on the wire. Source: spec 3, section 5. */
export const dateTime = z.string().regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/, 'yyyy-MM-dd HH:mm:ss')

/** Degrees, WGS-84. */
export const lng = z.number().min(-180).max(180)
export const lat = z.number().min(-90).max(90)

/** For a call that takes nothing. */
export const nothing = z.object({})
/** For a call that only says it worked. */
export const done = z.boolean()
