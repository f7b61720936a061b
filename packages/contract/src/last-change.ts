import { z } from 'zod'
import { dateTime, orNone } from './fields.ts'

/** Field of every record that people change: time of the last change, which a change or a removal sends back. */
export const lastChange = { updateTime: z.string() }

/**
 * Field of every change and removal of a record: `updateTime` as it was read. 409 with `Outdated` when somebody has changed the record since.
 * Absent or blank, as clients send it that do not know it, nothing is compared.
 */
export const madeFrom = { updateTime: orNone(dateTime) }

/** The same where a change may make the record: null says that there was none. */
export const madeFromNone = {
  updateTime: z.preprocess((sent) => (sent === '' ? undefined : sent), dateTime.nullish()).optional(),
}

/** `data` of the refusal of what was made from an older state of a record. `by` is a display name, null when the caller may not see that person. */
export const Outdated = z.object({ outdated: z.object({ when: z.string(), by: z.string().nullable() }) })
export type Outdated = z.infer<typeof Outdated>
