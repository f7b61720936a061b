import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { dateTime, id, longId, nothing } from '../fields.ts'
import { ObjectType } from '../objects.ts'
import { page, pageQuery } from '../page.ts'
import { AlarmType } from '../violations/codes.ts'
import { EmergencyAct, EmergencyState, Tier } from './codes.ts'

/** A call for help of a person or a vehicle, or a drill of one. Several calls of one object are one emergency until it is closed. */
export const Emergency = z.object({
  id: z.number(),
  isDrill: z.boolean(),
  objectType: z.enum(ObjectType),
  objectId: z.number(),
  objectName: z.string(),
  deptName: z.string(),
  /** Name of the rule; empty for a drill. */
  name: z.string(),
  /** Where the first call came from. Degrees, WGS-84. */
  position: z.string(),
  lng: z.number().nullable(),
  lat: z.number().nullable(),
  /** Device time of the first and the last call. */
  time: z.string(),
  lastTime: z.string(),
  /** Number of calls. */
  calls: z.number().int().positive(),
  /** Since when it waits, or waited, for somebody, on the clock of the server. */
  waitingSince: z.string(),
  /** People told last; null before anybody was. */
  tier: z.enum(Tier).nullable(),
  /** The violation of its first call; null for a drill. */
  violationId: z.number().nullable(),
  /** Person or driver to ring up. */
  contact: z.object({ name: z.string(), phone: z.string() }).nullable(),
  /** `seconds`: since it waits. */
  acknowledgement: z.object({ userId: z.number(), by: z.string(), time: z.string(), seconds: z.number().int() }).nullable(),
  /** `seconds`: since the first call; `by` is empty where nobody closed it. */
  closing: z.object({ by: z.string(), time: z.string(), seconds: z.number().int(), remark: z.string() }).nullable(),
})
export type Emergency = z.infer<typeof Emergency>

/** Verdict on the violation of the first call; null while there is none. */
const verdict = z.enum(AlarmType).nullable()

/** One emergency of the list. */
export const ListedEmergency = Emergency.omit({ contact: true }).extend({ verdict })
export type ListedEmergency = z.infer<typeof ListedEmergency>

/** Maximum number of emergencies that are listed. */
export const mostEmergencies = 200

export const OpenEmergencies = z.object({
  /** Those that wait first, newest first; at most `mostEmergencies`. */
  emergencies: z.array(Emergency),
  /** Number of those that nobody has acknowledged, listed or not. */
  waiting: z.number().int().nonnegative(),
})
export type OpenEmergencies = z.infer<typeof OpenEmergencies>

export const EmergencyStep = z.object({
  time: z.string(),
  act: z.enum(EmergencyAct),
  /** User who acted; null for what the server did. */
  by: z.string().nullable(),
  /** People who were told then, and the tier that they belong to. */
  told: z.object({ tier: z.enum(Tier), names: z.array(z.string()) }).nullable(),
  remark: z.string(),
})
export type EmergencyStep = z.infer<typeof EmergencyStep>

export const EmergencyRecord = Emergency.extend({ verdict, steps: z.array(EmergencyStep) })
export type EmergencyRecord = z.infer<typeof EmergencyRecord>

/** The open emergencies that the caller was told of and may handle. */
export const listOpenEmergencies = endpoint({
  method: 'GET',
  path: '/admin/emergency/open',
  access: { permission: 'violation_handle' },
  input: nothing,
  output: OpenEmergencies,
})

/** The emergencies in the caller's scope, newest first, drills among them. */
export const listEmergencies = endpoint({
  method: 'GET',
  path: '/admin/emergency/page',
  access: 'session',
  input: pageQuery.extend({
    emergencyState: z.enum(EmergencyState).optional(),
    /** True: drills alone; false: all others. */
    isDrill: z.stringbool().optional(),
    objectType: z.enum(ObjectType).optional(),
    objectId: id.optional(),
    deptId: id.optional(),
    /** User who acknowledged or closed it. */
    handlerId: id.optional(),
    startTime: dateTime.optional(),
    endTime: dateTime.optional(),
  }),
  output: page(ListedEmergency),
})

/** Who did what when in an emergency, named by itself or by a violation that is one of its calls; null when there is none in scope. */
export const getEmergencyRecord = endpoint({
  method: 'GET',
  path: '/admin/emergency/record',
  access: 'session',
  input: z.object({ id: longId.optional(), violationEventId: longId.optional() }),
  output: EmergencyRecord.nullable(),
})

/** Takes an emergency over. 409 says who was faster. */
export const acknowledgeEmergency = endpoint({
  method: 'PUT',
  path: '/admin/emergency/acknowledge',
  access: { permission: 'violation_handle' },
  input: z.object({ id: longId }),
  output: Emergency,
})

/** Ends an acknowledged emergency. 409 says who was faster. */
export const closeEmergency = endpoint({
  method: 'PUT',
  path: '/admin/emergency/close',
  access: { permission: 'violation_handle' },
  input: z.object({ id: longId, remark: z.string().trim().min(1).max(500) }),
  output: Emergency,
})

/** Starts an emergency that is none: it is told, acknowledged and escalated alike and counts nowhere. */
export const startDrill = endpoint({
  method: 'POST',
  path: '/admin/emergency/drill',
  access: { permission: 'emergency_drill' },
  input: z.object({ objectType: z.enum(ObjectType), objectId: id }),
  output: Emergency,
})
