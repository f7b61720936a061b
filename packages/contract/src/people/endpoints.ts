import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { dateTime, done, lat, lng } from '../fields.ts'

/** Where a person's phone was, in device time. Two of one second are one, the later in the list. */
export const PhonePosition = z.object({
  lng,
  lat,
  /** km/h */
  speed: z.number().min(0).max(300).default(0),
  /** Degrees clockwise from north. */
  direction: z.number().min(0).max(360).default(0),
  /** Radius within which the phone believes to be, m. */
  accuracy: z.number().min(0).max(100_000).optional(),
  /** % */
  battery: z.number().min(0).max(100).optional(),
  /** The person called for help. */
  sos: z.boolean().default(false),
  time: dateTime,
})
export type PhonePosition = z.infer<typeof PhonePosition>

/**
 * From the app on the phone of whoever calls; also what it kept while it was offline. 200 once they are stored, so that it may forget them; 409
 * while a terminal is bound to the person, 503 when they could not be stored: it sends them again.
 */
export const reportPositions = endpoint({
  method: 'POST',
  path: '/admin/device/data/report',
  access: 'session',
  automatic: true,
  whileLocked: true,
  summary: '上报人员位置',
  input: z.object({ positions: z.array(PhonePosition).min(1).max(1000) }),
  output: done,
})
