import { z } from 'zod'
import { Shape } from '../areas/endpoints.ts'
import { endpoint } from '../endpoint.ts'
import { id } from '../fields.ts'
import { addFacilityRule, addPersonRule, addVehicleRule } from '../rules/endpoints.ts'
import { Hours } from '../shifts/endpoints.ts'
import { AlarmType } from '../violations/codes.ts'

/** Days that a try-out covers: today and the days before it. */
export const triedDays = 7
/** The latest events that come along; the figures count all of them. */
export const mostTried = 500

/** An event that the rule would have made. */
const TriedEvent = z.object({
  objectId: z.number(),
  objectName: z.string(),
  startTime: z.string(),
  /** Null while in force. */
  endTime: z.string().nullable(),
  seconds: z.number().int().nonnegative(),
  /** Degrees WGS-84. */
  lng: z.number().nullable(),
  lat: z.number().nullable(),
  /** The worst value, in the unit of the condition. */
  peak: z.number().nullable(),
  /** A violation of the same object at the same time; of several the one that says most: real before false before pending. */
  met: z.object({ id: z.number(), violationEvent: z.string(), alarmType: z.enum(AlarmType) }).nullable(),
})
export type TriedEvent = z.infer<typeof TriedEvent>

/** Result of a try-out. */
export const Tryout = z.object({
  startTime: z.string(),
  endTime: z.string(),
  /** Objects in the caller's scope that it would watch, and how many of them were looked at before the time was over. */
  objects: z.number().int(),
  lookedAt: z.number().int(),
  total: z.number().int(),
  /** Every day, `yyyy-MM-dd`. */
  days: z.array(z.object({ day: z.string(), count: z.number().int() })),
  longest: TriedEvent.nullable(),
  /** The objects with most events, most first. */
  most: z.array(z.object({ objectId: z.number(), objectName: z.string(), count: z.number().int() })),
  /** Events that meet violations, by what people made of those. */
  met: z.object({ real: z.number().int(), false: z.number().int(), pending: z.number().int() }),
  /** Newest first. */
  events: z.array(TriedEvent),
})
export type Tryout = z.infer<typeof Tryout>

/** Fields of an area or a shift that are not stored yet: a rule is tried as if they were. */
const instead = {
  instead: z
    .object({
      area: z.object({ id, shape: Shape, deptId: id.optional() }).optional(),
      shift: z.object({ id, ...Hours.shape }).optional(),
    })
    .default({}),
}

type AddRule = Pick<typeof addVehicleRule, 'path' | 'input'> & Pick<typeof addVehicleRule, 'access'>

/**
 * Result of a rule on the last days, as far as the caller sees them; nothing is changed. Looks at as many objects as there is time
 * for. 409 while the caller tries another.
 */
const tryCall = ({ path, access, input }: AddRule) =>
  endpoint({
    method: 'POST',
    path: `${path}/getTryout`,
    access,
    reads: true,
    input: input.safeExtend(instead),
    output: Tryout,
  })

export const tryPersonRule = tryCall(addPersonRule)
export const tryVehicleRule = tryCall(addVehicleRule)
export const tryFacilityRule = tryCall(addFacilityRule)
