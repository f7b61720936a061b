import type { RuleToEvaluate } from './conditions.ts'
import type { Fix } from './fix.ts'

/** One violation of a rule, in device time (epoch ms). A rule has at most one with a given start on a track. */
export type Occurrence = {
  ruleId: number
  start: number
  /** Null while in force. */
  end: number | null
  /** Latest device time at which the condition was seen to hold. Of a silence: its end, while it lasts its start. */
  last: number
  /** Where it started; of a silence, where the vehicle was heard last. */
  lng: number
  lat: number
  limit: number | null
  peak: number | null
}

/** Whether two occurrences say the same. */
export const isEqual = (a: Occurrence, b: Occurrence) =>
  a.ruleId === b.ruleId &&
  a.start === b.start &&
  a.end === b.end &&
  a.last === b.last &&
  a.lng === b.lng &&
  a.lat === b.lat &&
  a.limit === b.limit &&
  a.peak === b.peak

/** What goes on: fixes in a row on which the condition holds. `until`: when the hours it started in are over. */
type Run = {
  readonly start: number
  readonly until: number
  readonly lng: number
  readonly lat: number
  readonly peak: number | null
  /** The latest fix that said something, where not every one does. */
  readonly last: number
  /** Since when it has not held, not yet long enough for an end, and when it held last. */
  readonly pause: { readonly since: number; readonly held: number } | null
}
/** What a rule remembers of the fixes seen; never changed in place. `coolUntil` is 0 when the cooldown is over. */
export type RuleState = { readonly run: Run | null; readonly coolUntil: number }
export const initial: RuleState = { run: null, coolUntil: 0 }

export const cooling = (coolUntil: number, time: number) => (coolUntil > time ? { run: null, coolUntil } : initial)

/** A violation of which all is said by when and where it was. */
export const lapse = (
  rule: RuleToEvaluate,
  { lng, lat }: { lng: number; lat: number },
  start: number,
  end: number | null,
): Occurrence => ({ ruleId: rule.id, start, end, last: end ?? start, lng, lat, limit: rule.limit, peak: null })

/** In a silence longer than this no further working day counts as offline: the vehicle is out of use. */
export const silenceMs = 31 * 86_400_000

/** How one kind of condition is evaluated, fix after fix. */
export type Evaluation = {
  /**
   * The state after one more fix, later than `previous`; the same object when nothing changed. Violations that this fix
   * ended are added to `ended`.
   */
  step(rule: RuleToEvaluate, state: RuleState, previous: Fix | null, fix: Fix, ended: Occurrence[]): RuleState
  /**
   * Adds to `out` the violations that the state and the time after the `last` fix make at `now`. An end found here is
   * the clock's word, not a fix's: fixes that were on their way may still take it back.
   */
  standing(rule: RuleToEvaluate, state: RuleState, last: Fix, now: number, out: Occurrence[]): void
  /** Earliest time after `now` at which `standing` may say something else without a new fix; Infinity: never. */
  nextStanding(rule: RuleToEvaluate, state: RuleState, last: Fix, now: number): number
}
