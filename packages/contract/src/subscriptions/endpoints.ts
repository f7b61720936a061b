import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { done, id, longId, nothing, orNone, word } from '../fields.ts'
import { lastChange, madeFrom } from '../last-change.ts'
import { DeliveryState, EventNoun, EventType } from './codes.ts'

/** Subscriptions of an organisation, and events of one that are listed, at most. */
export const mostSubscriptions = 50
export const mostListedEvents = 200

const fields = {
  name: z.string(word('enterSubscriptionName')).trim().min(1, word('enterSubscriptionName')).max(60),
  /** Address that events are posted to: `https://…`; `http://` only for hosts that the operator names. */
  url: z.url({ protocol: /^https?$/, error: word('enterAddress') }).max(500),
  events: z.array(z.enum(EventNoun)).min(1, word('chooseEvents')).max(Object.keys(EventNoun).length),
  /** Events of this department and all below it; without it of all that whoever saves it sees. */
  deptId: orNone(id),
  isStopped: z.boolean().default(false),
}

/** Events that are posted to another system; its secret never leaves the server again. */
export const Subscription = z.object({
  ...fields,
  id: z.number(),
  /** Name of the subscription in the header `client-id` of its posts. */
  clientId: z.string(),
  deptId: z.number().nullable(),
  deptName: z.string(),
  /** Events that are on their way, and those that were given up. */
  waiting: z.number(),
  failed: z.number(),
  /** Last post that was received; null before the first. */
  lastTime: z.string().nullable(),
  /** Answer to the last post that was not received; empty when it was. */
  lastError: z.string(),
  createTime: z.string(),
  ...lastChange,
})
export type Subscription = z.infer<typeof Subscription>

/** The subscriptions in the caller's scope, newest first. */
export const listSubscriptions = endpoint({
  method: 'GET',
  path: '/admin/subscription/list',
  access: { permission: 'admin_subscription_view' },
  input: nothing,
  output: z.array(Subscription),
})

/** Makes a subscription. Its secret is told this once. */
export const addSubscription = endpoint({
  method: 'POST',
  path: '/admin/subscription',
  access: { permission: 'admin_subscription_add' },
  input: z.object(fields),
  output: z.object({ id: z.number(), clientId: z.string(), secret: z.string() }),
})

/** Changes a subscription. What waits goes to the new address; stopped, nothing is noted nor sent. */
export const changeSubscription = endpoint({
  method: 'PUT',
  path: '/admin/subscription',
  access: { permission: 'admin_subscription_edit' },
  input: z.object({ id, ...fields, ...madeFrom }),
  output: Subscription,
})

/** Gives a subscription a new secret; the next post is signed with it. */
export const renewSubscriptionSecret = endpoint({
  method: 'PUT',
  path: '/admin/subscription/secret',
  access: { permission: 'admin_subscription_edit' },
  input: z.object({ id, ...madeFrom }),
  output: z.object({ secret: z.string(), ...lastChange }),
})

/** Removes a subscription with the events that wait for it. */
export const removeSubscription = endpoint({
  method: 'DELETE',
  path: '/admin/subscription/:id',
  access: { permission: 'admin_subscription_del' },
  input: z.object({ id, ...madeFrom }),
  output: done,
})

/** Body of a post. `sequence` grows by one for each event of an object, and events of an object come in this order. */
export const PostedEvent = z.object({
  id: z.number(),
  type: z.enum(EventType),
  /** Noun of the record that the event is about, and its id. */
  objectType: z.string(),
  objectId: z.number(),
  sequence: z.number(),
  time: z.string(),
  /** The record as it was then. */
  data: z.record(z.string(), z.unknown()),
})
export type PostedEvent = z.infer<typeof PostedEvent>

/** An event of a subscription, as its list shows it. */
export const Delivery = PostedEvent.omit({ data: true }).extend({
  state: z.enum(DeliveryState),
  tries: z.number(),
  /** Time of the next try; null unless it waits. */
  nextTime: z.string().nullable(),
  deliveredTime: z.string().nullable(),
  lastError: z.string(),
})
export type Delivery = z.infer<typeof Delivery>

/** The newest events of a subscription, those that failed and wait first. */
export const listDeliveries = endpoint({
  method: 'GET',
  path: '/admin/subscription/:id/events',
  access: { permission: 'admin_subscription_view' },
  input: z.object({ id }),
  output: z.array(Delivery),
})

/** Sends events that failed again, for another 24 hours: those named, or without names all of the subscription. Answers how many. */
export const sendAgain = endpoint({
  method: 'PUT',
  path: '/admin/subscription/events/again',
  access: { permission: 'admin_subscription_edit' },
  input: z.object({ id, eventIds: z.array(longId).max(mostListedEvents).optional() }),
  output: z.object({ count: z.number() }),
})
