import { dayMs } from '@huanwei/contract/time'
import type { RuleToEvaluate } from './conditions.ts'
import type { Fix } from './fix.ts'

/** One violation of a rule, in device time (epoch ms). A rule has at most one with a given start on a track. */
export type Occurrence = {
  ruleId: number
  start: number
  /** Null while in force. */
  end: number | null
  /** Latest device time at which the condition held. For a silence: its end, or its start while it lasts. */
  last: number
  /** Position at its start; for a silence the last known one. */
  lng: number
  lat: number
  limit: number | null
  peak: number | null
}

/** True when two occurrences are equal in every field. */
export const isEqual = (a: Occurrence, b: Occurrence) =>
  a.ruleId === b.ruleId &&
  a.start === b.start &&
  a.end === b.end &&
  a.last === b.last &&
  a.lng === b.lng &&
  a.lat === b.lat &&
  a.limit === b.limit &&
  a.peak === b.peak

/** A run in progress: consecutive fixes on which the condition holds. `until`: end of the hours it started in. */
type Run = {
  readonly start: number
  readonly until: number
  readonly lng: number
  readonly lat: number
  readonly peak: number | null
  /** Time of the latest fix that told something about the condition. */
  readonly last: number
  /** Set while the condition has not held, but not long enough to end the run: beginning of the pause, and when it held last. */
  readonly pause: { readonly since: number; readonly held: number } | null
}
/** State of a rule after the fixes so far; immutable. `coolUntil` is 0 when the cooldown is over. */
export type RuleState = { readonly run: Run | null; readonly coolUntil: number }
export const initialState: RuleState = { run: null, coolUntil: 0 }

export const coolingState = (coolUntil: number, time: number) => (coolUntil > time ? { run: null, coolUntil } : initialState)

/** A violation without a peak, defined by its time and position. */
export const occurrenceBetween = (
  rule: RuleToEvaluate,
  { lng, lat }: { lng: number; lat: number },
  start: number,
  end: number | null,
): Occurrence => ({ ruleId: rule.id, start, end, last: end ?? start, lng, lat, limit: rule.limit, peak: null })

/** After a silence of this length no further working day counts as offline: the vehicle is out of use. */
export const longestSilenceMs = 31 * dayMs

/** Evaluation of one kind of condition, fix by fix. */
export type Evaluation = {
  /**
   * The state after one more fix, later than `previous`; the same object when nothing changed. Violations that this fix
   * ended are added to `ended`.
   */
  step(rule: RuleToEvaluate, state: RuleState, previous: Fix | null, fix: Fix, ended: Occurrence[]): RuleState
  /**
   * Adds the violations that follow at `now` from the state and the time since the `last` fix to `out`. An end found here comes
   * from the clock only: fixes that are still on their way may revoke it.
   */
  standing(rule: RuleToEvaluate, state: RuleState, last: Fix, now: number, out: Occurrence[]): void
  /** Earliest time after `now` at which the result of `standing` may change without a new fix; Infinity: never. */
  nextStanding(rule: RuleToEvaluate, state: RuleState, last: Fix, now: number): number
}
