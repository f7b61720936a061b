import { z } from 'zod'
import { cabStates, floorRefusals, speechEnds } from './codes.ts'

const groupId = z.number().int().positive()

/** First text on `/live/intercom`: the access token of a session. */
export const LineJoin = z.object({ session: z.string().max(200) })

/** Later texts of a browser: the group to hear (null for none), a press of the button in a group, that it was let go. */
export const LineOrder = z.union([
  z.strictObject({ listen: groupId.nullable() }),
  z.strictObject({ press: groupId }),
  z.strictObject({ release: z.literal(true) }),
])
export type LineOrder = z.infer<typeof LineOrder>

/** Somebody who speaks: a person, or in the cab of a vehicle. */
export const Speaking = z.object({
  speechId: z.number(),
  userId: z.number().nullable(),
  vehicleId: z.number().nullable(),
  name: z.string(),
  isDispatcher: z.boolean(),
})
export type Speaking = z.infer<typeof Speaking>

/** A group as it is now. */
export const GroupState = z.object({
  id: z.number(),
  /** People of it whose intercom is on, by name, the first 100; `isListening`: to this group. */
  present: z.array(z.object({ userId: z.number(), name: z.string(), isListening: z.boolean() })),
  presentCount: z.number(),
  vehicles: z.array(z.object({ vehicleId: z.number(), name: z.string(), state: z.enum(cabStates) })),
  speaking: Speaking.nullable(),
})
export type GroupState = z.infer<typeof GroupState>

/**
 * Texts of the server: all groups of the person, whenever they change; one of them; the floor is the person's, or not (`by`: who has it); the own speech is
 * over and kept; so is a speech in a group; somebody calls, or calls for help; the group to hear from now on, since the person called for help or
 * took a call over.
 */
export const LineNews = z.discriminatedUnion('type', [
  z.object({ type: z.literal('groups'), groups: z.array(GroupState) }),
  z.object({ type: z.literal('group'), group: GroupState }),
  z.object({ type: z.literal('granted'), groupId: z.number(), speechId: z.number() }),
  z.object({ type: z.literal('refused'), groupId: z.number(), reason: z.enum(floorRefusals), by: z.string() }),
  z.object({ type: z.literal('ended'), speechId: z.number(), reason: z.enum(speechEnds), by: z.string() }),
  z.object({ type: z.literal('kept'), groupId: z.number() }),
  z.object({ type: z.literal('ring'), groupId: z.number(), by: z.string(), isEmergency: z.boolean() }),
  z.object({ type: z.literal('open'), groupId: z.number(), name: z.string() }),
])
export type LineNews = z.infer<typeof LineNews>
