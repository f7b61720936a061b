import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { day, done } from '../fields.ts'
import { lastChange, madeFrom, madeFromNone } from '../last-change.ts'
import { DayKind } from './codes.ts'

const fields = { day, kind: z.enum(DayKind), remark: z.string().trim().max(50).default('') }

/** A day of the tenant's work calendar that is not like others of its weekday. */
export const CalendarDay = z.object({ ...fields, ...lastChange })
export type CalendarDay = z.infer<typeof CalendarDay>

export const listCalendarDays = endpoint({
  method: 'GET',
  path: '/admin/calendarDay/list',
  access: 'session',
  input: z.object({ year: z.coerce.number().int().min(2000).max(2100) }),
  output: z.array(CalendarDay),
})
/** Marks a day, in place of its mark before, whose `updateTime` is null where the day had none. 409 for a day that is over. */
export const setCalendarDay = endpoint({
  method: 'PUT',
  path: '/admin/calendarDay',
  access: { permission: 'admin_calendarday_edit' },
  input: z.object({ ...fields, ...madeFromNone }),
  output: CalendarDay,
})
/** Makes it a day like others of its weekday again. 409 for a day that has begun. */
export const removeCalendarDay = endpoint({
  method: 'DELETE',
  path: '/admin/calendarDay/:day',
  access: { permission: 'admin_calendarday_edit' },
  input: z.object({ day, ...madeFrom }),
  output: done,
})
