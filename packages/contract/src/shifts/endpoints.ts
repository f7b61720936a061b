import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { done, id, word } from '../fields.ts'

const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$|^24:00$/, word('clockFormat'))

/** Hours of the day in Asia/Shanghai, half open; `weekdays` 1 Monday to 7 Sunday. An end before the start runs over midnight. */
export const Hours = z.object({ start: clock, end: clock, weekdays: z.array(z.number().int().min(1).max(7)).min(1).max(7) })
export type Hours = z.infer<typeof Hours>

const fields = { name: z.string().trim().min(1, word('enterShiftName')).max(50), ...Hours.shape }

/** Hours with a name, which rules share. */
export const Shift = z.object({ ...fields, id: z.number() })
export type Shift = z.infer<typeof Shift>

/** By start and name. */
export const listShifts = endpoint({
  method: 'GET',
  path: '/admin/shift/list',
  access: 'session',
  summary: '班次列表',
  input: z.object({}),
  output: z.array(Shift),
})
/** 409 when the name is taken. */
export const addShift = endpoint({
  method: 'POST',
  path: '/admin/shift',
  access: { permission: 'admin_shift_add' },
  summary: '新增班次',
  input: z.object(fields),
  output: Shift,
})
/** Rules that use it judge by the new hours from now on. */
export const changeShift = endpoint({
  method: 'PUT',
  path: '/admin/shift',
  access: { permission: 'admin_shift_edit' },
  summary: '修改班次',
  input: z.object({ id, ...fields }),
  output: Shift,
})
/** Refused while a rule uses it. */
export const removeShift = endpoint({
  method: 'DELETE',
  path: '/admin/shift/:id',
  access: { permission: 'admin_shift_del' },
  summary: '删除班次',
  input: z.object({ id }),
  output: done,
})
