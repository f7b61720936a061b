import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { longId } from '../fields.ts'
import { MsgType } from '../messages/codes.ts'

/** The event of a queue: `id` is the violation's, inspection's, approval's or public event's. */
const event = { msgType: z.enum(MsgType).exclude(['reminder']), id: longId }

const Person = z.object({ userId: z.number(), username: z.string() })

/** Viewers and claim of an event right now. */
export const Presence = z.object({
  /** Everybody who looks at it, the caller too, by name. */
  viewers: z.array(Person),
  /** Claim of one user until a time; null when anybody may act. */
  claim: Person.extend({ until: z.string() }).nullable(),
})
export type Presence = z.infer<typeof Presence>

/** Says that the caller looks at an event (or no longer does), and answers who else does. Sent again and again while it is open. */
export const lookAtEvent = endpoint({
  method: 'PUT',
  path: '/admin/msgPush/look',
  access: 'session',
  // Its writes expire within a minute, so they are no operation to log.
  reads: true,
  input: z.object({ ...event, isHere: z.boolean().default(true) }),
  output: Presence,
})

/** Keeps an event to the caller for some minutes (again: from now on), or gives it free. 409 says whose it is. */
export const claimEvent = endpoint({
  method: 'PUT',
  path: '/admin/msgPush/claim',
  access: 'session',
  input: z.object({ ...event, isClaimed: z.boolean() }),
  output: Presence,
})
