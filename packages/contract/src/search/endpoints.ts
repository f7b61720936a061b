import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id, several } from '../fields.ts'
import { AlarmType } from '../violations/codes.ts'

const found = z.object({
  deptName: z.string(),
  /** Its bound JT/T 808 terminal; null without one, and for those who may not see terminals. */
  deviceId: z.number().nullable(),
})

/** Objects found, some of each kind. */
export const FoundObjects = z.object({
  vehicles: z.array(found.extend({ id: z.number(), plateNumber: z.string() })),
  people: z.array(found.extend({ userId: z.number(), username: z.string(), name: z.string() })),
  facilities: z.array(found.extend({ id: z.number(), name: z.string() })),
})
export type FoundObjects = z.infer<typeof FoundObjects>

/** Search by a few letters, some results of each kind: vehicles by plate, people by name or user name, facilities by name (all by pinyin initials too), violations by number. */
export const search = endpoint({
  method: 'GET',
  path: '/admin/search',
  access: 'session',
  input: z.object({ text: z.string().trim().min(1).max(50) }),
  output: FoundObjects.extend({
    violations: z.array(
      z.object({
        id: z.number(),
        objectName: z.string(),
        violationEvent: z.string(),
        createTime: z.string(),
        alarmType: z.enum(AlarmType),
      }),
    ),
  }),
})

/** Limit of objects looked up at once. */
export const mostLookedUp = 8

/** Objects by their ids, as `search` would find them: what is gone or out of the person's reach is left out. */
export const findObjects = endpoint({
  method: 'GET',
  path: '/admin/search/objects',
  access: 'session',
  input: z.object({
    vehicleIds: several(id, mostLookedUp),
    userIds: several(id, mostLookedUp),
    facilityIds: several(id, mostLookedUp),
  }),
  output: FoundObjects,
})
