import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { word } from '../fields.ts'
import { lastChange } from '../last-change.ts'
import { recordCalls } from '../records.ts'

const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$|^24:00$/, word('clockFormat'))

/** Hours of the day in Asia/Shanghai, half open; `weekdays` 1 Monday to 7 Sunday. An end before the start runs over midnight. */
export const Hours = z.object({ start: clock, end: clock, weekdays: z.array(z.number().int().min(1).max(7)).min(1).max(7) })
export type Hours = z.infer<typeof Hours>

const fields = { name: z.string().trim().min(1, word('enterShiftName')).max(50), ...Hours.shape }

/** Hours with a name, which rules share. */
export const Shift = z.object({ ...fields, id: z.number(), ...lastChange })
export type Shift = z.infer<typeof Shift>

/** Ordered by start and name. */
export const listShifts = endpoint({
  method: 'GET',
  path: '/admin/shift/list',
  access: 'session',
  input: z.object({}),
  output: z.array(Shift),
})
/**
 * 409 when the name is taken. Rules that use a shift judge by its new hours from the change on; removing one is refused while a rule uses it.
 */
export const {
  add: addShift,
  change: changeShift,
  remove: removeShift,
} = recordCalls('/admin/shift', 'admin_shift', fields, Shift)
