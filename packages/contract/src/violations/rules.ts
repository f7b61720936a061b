import { AlarmType } from './codes.ts'

export type ViolationRefusal = 'alreadyHandled' | 'notHandledYet' | 'alreadyRevoked'

/** Time in which a verdict can be undone, s. */
export const undoSeconds = 10
/** What an answer and the call to undo may take beyond that, s. */
export const undoGraceSeconds = 5

/** The reason of a false alarm is its verdict. */
export const isFalseAlarm = (alarm: AlarmType) => alarm === AlarmType.falseSystem || alarm === AlarmType.falseDispatch

const isVerdict = (alarm: AlarmType) => alarm === AlarmType.real || isFalseAlarm(alarm)

/**
 * Decides whether a violation at `now` may be set to `next`.
 *
 * Pending takes a verdict (real, or false with its cause); a verdict can be revoked; revoked is final.
 * Pure: the server asks before it writes, the drawer to know which buttons to show. Source: spec 2, section 4.1; spec 4, S1 §4.
 */
export function decide(now: AlarmType, next: AlarmType): { next: AlarmType } | { refusal: ViolationRefusal } {
  if (now === AlarmType.revoked) return { refusal: 'alreadyRevoked' }
  if (next === AlarmType.revoked) return isVerdict(now) ? { next } : { refusal: 'notHandledYet' }
  return now === AlarmType.pending && isVerdict(next) ? { next } : { refusal: 'alreadyHandled' }
}

/** Whether somebody may undo what stands `now`: only a verdict, only their own, and only while it is fresh (`age`, s). Afterwards it can be revoked. */
export const canUndo = (now: AlarmType, { isOwn, age }: { isOwn: boolean; age: number }) =>
  isVerdict(now) && isOwn && age <= undoSeconds + undoGraceSeconds

/** True when `next` is allowed now. For showing buttons. */
export const can = (now: AlarmType, next: AlarmType) => 'next' in decide(now, next)
