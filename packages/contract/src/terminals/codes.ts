/** How long ago the last message of a terminal came: within a minute, five minutes or an hour, or longer ago. */
export const Heard = { minute: 'minute', minutes: 'minutes', hour: 'hour', longer: 'longer' } as const
export type Heard = (typeof Heard)[keyof typeof Heard]

/** Why a connection of a terminal ended. */
export const ConnectionEnd = {
  /** The terminal hung up. */
  closed: 'closed',
  /** The network failed. */
  lost: 'lost',
  loggedOut: 'loggedOut',
  /** The terminal connected again. */
  replaced: 'replaced',
  /** A terminal with the same identity was connected from another address; this one was refused. */
  refused: 'refused',
  /** The terminal was silent for too long. */
  idle: 'idle',
  /** The terminal did not read, or sent more than could be buffered. */
  overflow: 'overflow',
  /** The terminal was removed from the platform. */
  removed: 'removed',
  /** The platform was stopped. */
  stopped: 'stopped',
  /** The platform ended without noting it. */
  unknown: 'unknown',
} as const
export type ConnectionEnd = (typeof ConnectionEnd)[keyof typeof ConnectionEnd]

/** Parameters that people may set, by their id, with what they can be. Source: spec 4, IV.3. */
export const settableParameters: Readonly<Record<number, { unit: 's' | 'm' | '°' | 'km/h'; min: number; max: number }>> = {
  /** Heartbeat. */
  1: { unit: 's', min: 5, max: 3600 },
  /** Report intervals: asleep, in an alarm, by default. */
  39: { unit: 's', min: 1, max: 86_400 },
  40: { unit: 's', min: 1, max: 3600 },
  41: { unit: 's', min: 1, max: 86_400 },
  44: { unit: 'm', min: 10, max: 100_000 },
  48: { unit: '°', min: 1, max: 180 },
  /** Radius of an illegal displacement. */
  49: { unit: 'm', min: 10, max: 65_535 },
  85: { unit: 'km/h', min: 0, max: 255 },
  /** Overspeed, driving without a rest, driving in a day, rest, parking. */
  86: { unit: 's', min: 0, max: 3600 },
  87: { unit: 's', min: 0, max: 86_400 },
  88: { unit: 's', min: 0, max: 86_400 },
  89: { unit: 's', min: 0, max: 86_400 },
  90: { unit: 's', min: 0, max: 86_400 },
}

/** Channels that a terminal's cameras can be on. */
export const mostChannels = 16
