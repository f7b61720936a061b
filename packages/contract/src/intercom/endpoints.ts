import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { dateTime, done, id, nothing, orNone, word } from '../fields.ts'
import { lastChange, madeFrom } from '../last-change.ts'
import { Outcome } from '../terminals/endpoints.ts'
import { groupKinds, madeKinds, mostCabs, mostMembers, speechEnds } from './codes.ts'

/** A group of the intercom. */
export const IntercomGroup = z.object({
  id: z.number(),
  kind: z.enum(groupKinds),
  /** Of two people: the name of the other one. */
  name: z.string(),
  /** Department whose people belong to it; of other kinds the one that it is kept by. Null for two people. */
  deptId: z.number().nullable(),
  deptName: z.string(),
  areaId: z.number().nullable(),
  areaName: z.string(),
  /** Time at which a temporary group ends. */
  expires: z.string().nullable(),
  /** The people and vehicles that are named in it. */
  userIds: z.array(z.number()),
  vehicleIds: z.array(z.number()),
  /** Its vehicles hear and are not heard (0x9101, data type 4). */
  isBroadcast: z.boolean(),
  /** Of a call for help: it is a drill. */
  isDrill: z.boolean(),
  /** Speeches of others that the caller has not heard, 99 at most. */
  missed: z.number(),
  /** True for who may change and remove it. */
  mayChange: z.boolean(),
  ...lastChange,
})
export type IntercomGroup = z.infer<typeof IntercomGroup>

const name = z.string(word('enterGroupName')).trim().min(1, word('enterGroupName')).max(40)
const userIds = z.array(id).max(mostMembers).default([])
const vehicleIds = z.array(id).max(mostCabs).default([])
const isBroadcast = z.boolean().default(false)

/** The groups that the caller belongs to, and those that dispatchers see by their scope. Source: spec 3, section 17. */
export const listIntercomGroups = endpoint({
  method: 'GET',
  path: '/admin/intercom/group/list',
  access: { permission: 'intercom' },
  input: nothing,
  output: z.array(IntercomGroup),
})

/**
 * Makes a group. A temporary one ends after an hour, and everybody who may speak makes one; the others need `intercom_dispatch`, and naming vehicles
 * `admin_device_command` (403). 404 for a department, an area, a person or a vehicle out of scope, 409 with too many groups.
 */
export const addIntercomGroup = endpoint({
  method: 'POST',
  path: '/admin/intercom/group',
  access: { permission: 'intercom' },
  input: z
    .object({
      kind: z.enum(madeKinds),
      name,
      /** Of a temporary group it is the caller's own. */
      deptId: orNone(id),
      areaId: orNone(id),
      userIds,
      vehicleIds,
      isBroadcast,
    })
    .refine(({ kind, deptId }) => kind === 'temporary' || deptId !== undefined, {
      path: ['deptId'],
      error: word('chooseDepartment'),
    })
    .refine(({ kind, areaId }) => kind !== 'area' || areaId !== undefined, { path: ['areaId'], error: word('chooseAreas') }),
  output: z.object({ id: z.number() }),
})

/** Changes the name, the people and the vehicles of a group. Refused as making one; 404 for who may not change it. */
export const changeIntercomGroup = endpoint({
  method: 'PUT',
  path: '/admin/intercom/group',
  access: { permission: 'intercom' },
  input: z.object({ id, name, userIds, vehicleIds, isBroadcast, ...madeFrom }),
  output: IntercomGroup,
})

/** Removes a group with its speeches' place in it; the speeches stay findable. */
export const removeIntercomGroup = endpoint({
  method: 'DELETE',
  path: '/admin/intercom/group/:id',
  access: { permission: 'intercom' },
  input: z.object({ id, ...madeFrom }),
  output: done,
})

/** The group of the caller and one other person, made when there is none; the other one's browsers ring. 404 out of scope, 409 for who may not use the intercom. */
export const callPerson = endpoint({
  method: 'POST',
  path: '/admin/intercom/call',
  access: { permission: 'intercom' },
  input: z.object({ userId: id }),
  output: z.object({
    groupId: z.number(),
    /** False when none of their browsers has the intercom on: they find the call when they come. */
    isThere: z.boolean(),
  }),
})

/** A text to the vehicles of a group that are in the caller's scope, shown and read aloud (0x8300), and what became of it at each. 404 for a group out of sight. */
export const sendGroupText = endpoint({
  method: 'POST',
  path: '/admin/intercom/text',
  access: { permission: 'admin_device_command' },
  input: z.object({ groupId: id, text: z.string(word('enterText')).trim().min(1, word('enterText')).max(500) }),
  output: z.array(
    z.object({ vehicleId: z.number(), name: z.string(), outcome: Outcome.shape.outcome.or(z.literal('noTerminal')) }),
  ),
})

/** A speech that was kept. */
export const Speech = z.object({
  id: z.number(),
  groupId: z.number(),
  groupName: z.string(),
  /** Who spoke: a person, or in the cab of a vehicle. */
  userId: z.number().nullable(),
  vehicleId: z.number().nullable(),
  /** Display name of the person, or number plate. */
  userName: z.string(),
  startTime: z.string(),
  /** Length, samples of 1/8000 s. */
  samples: z.number(),
  /** Null while it is being spoken. */
  endReason: z.enum(speechEnds).nullable(),
  /** Of the sound, G.711 A-law, in hex; empty while it is being spoken. */
  sha256: z.string(),
})
export type Speech = z.infer<typeof Speech>

/** Speeches that are listed at once, at most. */
export const mostListedSpeeches = 100

/** Speeches of the groups that the caller sees, newest first; `before` is the id of the last one that is known already. Source: spec 3, section 17. */
export const listSpeeches = endpoint({
  method: 'GET',
  path: '/admin/intercom/speech/list',
  access: { permission: 'intercom' },
  input: z.object({
    groupId: orNone(id),
    userId: orNone(id),
    vehicleId: orNone(id),
    startTime: orNone(dateTime),
    endTime: orNone(dateTime),
    before: orNone(id),
  }),
  output: z.array(Speech),
})

/** The sound of a speech as a WAV file, 16 bits. 404 out of sight, 409 while it is being spoken. */
export const getSpeechSound = endpoint({
  method: 'GET',
  path: '/admin/intercom/speech/sound',
  access: { permission: 'intercom' },
  input: z.object({ id }),
  output: z.unknown(),
})
