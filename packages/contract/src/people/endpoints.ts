import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { dateTime, done, lat, lng } from '../fields.ts'

/** Positions of a person's phone, in device time. Of two in one second the later in the list counts. */
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
 * Positions from the app on the caller's phone, also those buffered offline. 200 once they are stored, so that the app may delete them; 409
 * while a terminal is bound to the person, 503 when they could not be stored: the app sends them again.
 */
export const reportPositions = endpoint({
  method: 'POST',
  path: '/admin/device/data/report',
  access: 'session',
  automatic: true,
  whileLocked: true,
  input: z.object({ positions: z.array(PhonePosition).min(1).max(1000) }),
  output: done,
})
