import type { ConditionKind } from '../rules/codes.ts'

/** Stored and sent as `alarmType`. Source: spec 2, section 4.1. */
export const AlarmType = { pending: -1, real: 0, falseSystem: 1, falseDispatch: 2, revoked: 4 } as const
export type AlarmType = (typeof AlarmType)[keyof typeof AlarmType]

/** Actions taken when a violation began. Stored as these codes; `executeAction` on the wire is their text in the caller's language, `violations:action.*`. */
export const ExecutedAction = {
  recorded: 'recorded',
  /** Only in the demo's history: the product also records every violation that it reads aloud. */
  readAloud: 'readAloud',
  recordedAndReadAloud: 'recordedAndReadAloud',
  recordedAndTexted: 'recordedAndTexted',
  recordedReadAloudAndTexted: 'recordedReadAloudAndTexted',
} as const
export type ExecutedAction = (typeof ExecutedAction)[keyof typeof ExecutedAction]

/**
 * Conditions that begin on many objects at once for a cause outside of them: a feed that fails, an area or hours that are wrong. What people do or call for
 * help with stays their own.
 */
export const stormKinds: readonly ConditionKind[] = ['offline', 'outOfArea', 'inArea', 'offRoute', 'offHours']
/** Objects that make a storm. */
export const stormSize = 10
/** Spans of the clock: violations of one rule that begin in the same one may be a storm, and so in two where it goes on over their border. */
export const stormSeconds = 300
