import { z } from 'zod'
import { OpenEmergencies } from '../emergencies/endpoints.ts'
import { ObjectType } from '../objects.ts'
import { Status } from './codes.ts'

/** One object of any kind on the live channel. Degrees WGS-84, km/h, epoch ms. */
export const LiveObject = z.object({
  id: z.number(),
  status: z.enum(Status),
  /** Null until the terminal had a valid fix; a facility's own place always. */
  lng: z.number().nullable(),
  lat: z.number().nullable(),
  speed: z.number(),
  /** 0 north, clockwise. */
  direction: z.number(),
  acc: z.boolean(),
  /** Device time of the fix, epoch ms; null before the first. */
  time: z.number().nullable(),
  /** Time of the terminal's last message, epoch ms. */
  seenAt: z.number().nullable(),
  /** Latest readings of its sensors, by `readingKey`, each with its device time, and what was measured where a calibration makes it mean something else. */
  readings: z.record(z.string(), z.object({ value: z.number(), time: z.number(), measured: z.number().optional() })).optional(),
})
export type LiveObject = z.infer<typeof LiveObject>

const number = z.number().int()
const OfKinds = z.object({ [ObjectType.person]: number, [ObjectType.vehicle]: number, [ObjectType.facility]: number })
/** Messages of a user, one summary per message type. Source: spec 1, section 3. */
export const MessageSummary = z.object({
  msgType: z.enum(['1', '2', '3', '4', '5']),
  unreadCount: number,
  /** Number of unread violations of each kind of object; null for other queues. */
  unreadOf: OfKinds.nullable(),
  /** Number that wait for this user, read or not: what badges show. Reminders of events that another list holds are not counted again. */
  waitingCount: number,
  /** Number of waiting violations of each kind of object; null for other queues. */
  waitingOf: OfKinds.nullable(),
  createTime: z.string().nullable(),
  msgDescribe: z.string().nullable(),
})
export type MessageSummary = z.infer<typeof MessageSummary>

/** `epoch` changes when the server starts; `seq` grows by one per message of a topic and viewer. `at` is the server's clock, epoch ms. */
const head = { epoch: z.string(), seq: z.number().int(), at: z.number() }

/** `tree`: when the kind's trees changed last in more than how objects stand, epoch ms, another number each time: who shows one reads it again. */
const objectHead = { ...head, tree: z.number().int().optional() }

/** Server to browser on the topics of objects. A snapshot replaces all that is known, a patch changes what it names. Source: spec 3, section 13. */
export const ObjectMessage = z.discriminatedUnion('type', [
  z.object({ ...objectHead, type: z.literal('snapshot'), objects: z.array(LiveObject) }),
  z.object({ ...objectHead, type: z.literal('patch'), objects: z.array(LiveObject), gone: z.array(z.number()) }),
])
export type ObjectMessage = z.infer<typeof ObjectMessage>

/** Server to browser on `/live/message`: the summaries that changed (all of them in a snapshot). */
export const InboxMessage = z.object({ ...head, type: z.enum(['snapshot', 'patch']), summaries: z.array(MessageSummary) })
export type InboxMessage = z.infer<typeof InboxMessage>

/** Server to browser on `/live/rights`, whenever roles or the menu changed: what the viewer holds now, as in `user_info`. */
export const RightsMessage = z.object({
  ...head,
  type: z.enum(['snapshot', 'patch']),
  authorities: z.array(z.string()),
  seesAll: z.boolean(),
})
export type RightsMessage = z.infer<typeof RightsMessage>

/**
 * Server to browser on `/live/dictionary`, whenever a dictionary of the tenant changed, on `/live/stream`, whenever something happened to an object
 * that the viewer sees, and on `/live/work`, whenever work of the tenant that was dispatched from something moved on: what was read before may be another now.
 */
export const NewsMessage = z.object({ ...head, type: z.enum(['snapshot', 'patch']) })
export type NewsMessage = z.infer<typeof NewsMessage>

/** Server to browser on `/live/emergency`, whenever one of them changed: all open emergencies that the viewer was told of. */
export const EmergencyMessage = OpenEmergencies.extend({ ...head, type: z.enum(['snapshot', 'patch']) })
export type EmergencyMessage = z.infer<typeof EmergencyMessage>
