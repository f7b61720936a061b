/** Samples of a voice a second: G.711 A-law, a byte each. Source: ITU-T G.711; spec 3, section 17. */
export const voiceRate = 8000

/**
 * Members of a group: people and vehicles that are named; people of a department and all below it; people who are in an area on the map; people and
 * vehicles that are named, for an hour; two people; who called for help and who was told of it, until it is closed. Source: spec 3, section 17.
 */
export const groupKinds = ['fixed', 'department', 'area', 'temporary', 'pair', 'emergency'] as const
export type GroupKind = (typeof groupKinds)[number]

/** Kinds that somebody makes, and those of them in which members are named. */
export const madeKinds = ['fixed', 'department', 'area', 'temporary'] as const satisfies GroupKind[]
export const hasNamedMembers = (kind: GroupKind | undefined) => kind === 'fixed' || kind === 'temporary'

/** Groups of a tenant that somebody made, and people and vehicles that are named in one, at most. */
export const mostGroups = 200
export const mostMembers = 300
export const mostCabs = 50
/** Lifetime of a temporary group, hours. */
export const temporaryHours = 1

/** Longest speech, s. */
export const longestSpeech = 60
/** The floor is free again when its holder sends no sound for this long, s. */
export const longestSilence = 5

/** Why a speech ended: its speaker let go, a dispatcher spoke, it was too long, no sound came, its speaker's line or right ended, the server stopped. */
export const speechEnds = ['released', 'preempted', 'tooLong', 'silent', 'lost', 'stopped'] as const
export type SpeechEnd = (typeof speechEnds)[number]

/** Why somebody does not get the floor: somebody else speaks, they do not belong to the group (any more), they press too often. */
export const floorRefusals = ['busy', 'noMember', 'tooOften'] as const
export type FloorRefusal = (typeof floorRefusals)[number]

/**
 * A vehicle in a group: its terminal is not connected, is asked for its connection, is connected; it is not online, does not answer, refuses, has sound
 * that is no G.711 A-law, broke off, is spoken with elsewhere; the vehicle has none with a camera channel. Source: spec 4, IV.5.
 */
export const cabStates = [
  'idle',
  'connecting',
  'open',
  'offline',
  'noAnswer',
  'refused',
  'cannotTalk',
  'lost',
  'busy',
  'noTerminal',
] as const
export type CabState = (typeof cabStates)[number]

/** Close codes of `/live/intercom`: no session or no right, too many sockets, not the texts of a client, a stopping server. */
export const LineClose = { unauthorised: 4401, tooMany: 4429, garbled: 1007, goingAway: 1001 } as const

/** Bytes ahead of the voice in binary messages: to the server the number of the speech; to the browser also the place of the first sample. Both unsigned, 4 bytes, big-endian. */
export const [headToServer, headToBrowser] = [4, 8]
/** Longest piece of voice in a message to the server, bytes: 0.4 s. */
export const longestPiece = 3200
