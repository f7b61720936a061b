import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { day, id, lat, lng, longId, nothing, orNone, word } from '../fields.ts'
import { page, pageQuery } from '../page.ts'
import { AttendanceState, ClockKind, RosterState } from './codes.ts'

const state = z.enum(AttendanceState)

/** A day of a person: the shift, when they were expected and when they were at the post. Source: spec 3, section 19. */
export const AttendanceDay = z.object({
  id: z.number(),
  objectId: z.number(),
  objectName: z.string(),
  deptId: z.number(),
  deptName: z.string(),
  day: z.string(),
  /** Empty on a day of rest. */
  shiftName: z.string(),
  expectedIn: z.string().nullable(),
  expectedOut: z.string().nullable(),
  actualIn: z.string().nullable(),
  actualOut: z.string().nullable(),
  lateMinutes: z.number().int(),
  earlyMinutes: z.number().int(),
  /** By what was seen; another one than `state` after an adjustment. */
  workedState: state,
  state,
})
export type AttendanceDay = z.infer<typeof AttendanceDay>

/** Days in the caller's scope, and the caller's own, the newest first; `deptId` with all departments below, days inclusive. */
export const listAttendanceDays = endpoint({
  method: 'GET',
  path: '/admin/attendance/page',
  access: 'session',
  input: pageQuery.extend({
    deptId: orNone(id),
    objectId: orNone(id),
    firstDay: orNone(day),
    lastDay: orNone(day),
    dayState: orNone(state),
  }),
  output: page(AttendanceDay),
})

const Place = z.object({ lng: z.number(), lat: z.number() })

/** A clocking on the phone, whose place was checked. */
export const Clocking = z.object({
  id: z.number(),
  kind: z.enum(ClockKind),
  time: z.string(),
  areaName: z.string(),
  ...Place.shape,
})
export type Clocking = z.infer<typeof Clocking>

/** An approved absence on the day. */
export const LeaveOnDay = z.object({ id: z.number(), typeName: z.string(), startTime: z.string(), endTime: z.string() })
export type LeaveOnDay = z.infer<typeof LeaveOnDay>

/** A day with what it stands on. */
export const getAttendanceDay = endpoint({
  method: 'GET',
  path: '/admin/attendance/:id',
  access: 'session',
  input: z.object({ id: longId }),
  output: AttendanceDay.extend({
    inPlace: Place.nullable(),
    outPlace: Place.nullable(),
    /** Time at which the day was worked out last. */
    workedTime: z.string(),
    clockings: z.array(Clocking),
    leave: z.array(LeaveOnDay),
  }),
})

/** Somebody whose shift covers this minute. */
export const RosterPerson = z.object({
  id: z.number(),
  name: z.string(),
  deptName: z.string(),
  shiftName: z.string(),
  /** Times of the shift. */
  from: z.string(),
  to: z.string(),
  /** Last report of the terminal or clocking since the shift opened. */
  seenTime: z.string().nullable(),
  state: z.enum(RosterState),
})
export type RosterPerson = z.infer<typeof RosterPerson>

/** All people in the caller's scope whose shift covers this minute by the rules about presence, in the order of departments and names. */
export const listRoster = endpoint({
  method: 'GET',
  path: '/admin/attendance/roster',
  access: 'session',
  input: z.object({ deptId: orNone(id) }),
  output: z.array(RosterPerson),
})

const month = z.string().regex(/^20\d{2}-(0[1-9]|1[0-2])$/, word('monthFormat'))

/** Number of days in a state. */
const days = z.number().int()

/** A person's month: the state of each day, from the first; null for a day that is none. */
export const SheetRow = z.object({
  objectId: z.number(),
  objectName: z.string(),
  deptName: z.string(),
  days: z.array(z.object({ id: z.number(), state }).nullable()),
  totals: z.object({ normal: days, late: days, early: days, absent: days, leave: days, rest: days }),
})
export type SheetRow = z.infer<typeof SheetRow>

/** The months of the people in the caller's scope, by department. */
export const getAttendanceSheet = endpoint({
  method: 'GET',
  path: '/admin/attendance/sheet',
  access: 'session',
  input: pageQuery.extend({ month, deptId: orNone(id), objectId: orNone(id) }),
  output: page(SheetRow),
})

/** The caller's own day today: whether they may clock, and their clockings. */
export const getOwnAttendance = endpoint({
  method: 'GET',
  path: '/admin/attendance/own',
  access: 'session',
  input: nothing,
  output: z.object({
    /** Names of the areas of the caller's post; none for who has no shift. */
    areas: z.array(z.string()),
    shifts: z.array(z.object({ name: z.string(), start: z.string(), end: z.string() })),
    clockings: z.array(Clocking),
  }),
})

/** Clocks the caller in or out, now. 409 outside of their post and for who has none; 429 above ten at once. */
export const clock = endpoint({
  method: 'POST',
  path: '/admin/attendance/clock',
  access: 'session',
  input: z.object({
    kind: z.enum(ClockKind),
    lng,
    lat,
    /** Radius within which the phone believes to be, m. */
    accuracy: z.number().min(0).max(100_000).optional(),
  }),
  output: Clocking,
})
