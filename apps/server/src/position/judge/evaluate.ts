/**
 * Violations of one terminal's track in device time. `violationsOf` defines them as a function of the fixes and the clock,
 * independent of the order of arrival. `evaluate` finds the same step by step as fixes come; when one comes late,
 * `reevaluate` (reevaluate.ts) evaluates the stored fixes again. Nothing here changes its arguments: the caller keeps `next`
 * once its transaction is committed. Source: spec 3, section 9.
 */
import type { RuleToEvaluate } from './conditions.ts'
import { evaluationOf } from './evaluate-rule.ts'
import { type Fix, mergeFixes, sortFixes, withPeopleCounts, withStanding } from './fix.ts'
import { nextChange } from './hours.ts'
import { initialState, isEqual, type Occurrence, type RuleState } from './occurrence.ts'

/** State after the fix `last`, a function of the fixes up to it. States are in the order of the rules. */
export type Checkpoint = {
  readonly rules: readonly RuleToEvaluate[]
  readonly states: readonly RuleState[]
  readonly last: Fix | null
  /** Device time from which reading the fixes again leads to these states; null: all are initial. */
  readonly since: number | null
}
/** A checkpoint, the clock at the last evaluation, and earlier checkpoints for fixes that come late. */
export type RuleTrack = Checkpoint & { readonly now: number; readonly earlier: readonly Checkpoint[] }

/**
 * A change of an occurrence, which rule and start identify. Kinds: `started`, one not reported before (it may have ended already); `grown`, any
 * other change: longer, higher, or in force again after time had ended it; `withdrawn`, a silence that late fixes have filled.
 */
export type OccurrenceChange = { kind: 'started' | 'grown' | 'ended' | 'withdrawn'; occurrence: Occurrence }

const none: readonly never[] = []

/** A track before its first fix. */
export const emptyTrack = (rules: readonly RuleToEvaluate[]): RuleTrack => ({
  rules,
  states: rules.map(() => initialState),
  last: null,
  since: null,
  now: 0,
  earlier: none,
})

/** Earliest device time from which reading the fixes again leads to this track; null when its latest fix is enough. */
export const rereadFrom = (track: RuleTrack): number | null => track.since

/** Next time at which time alone may change something: call `evaluate` without fixes then. Infinity: never. */
export function nextDue(track: RuleTrack): number {
  const { last, rules, states, now } = track
  let earliest = Number.POSITIVE_INFINITY
  if (last === null) return earliest
  for (let i = 0; i < rules.length; i++)
    earliest = Math.min(earliest, evaluationOf(rules[i]!).nextStanding(rules[i]!, states[i]!, last, now))
  return earliest
}

/**
 * Evaluates new fixes (in any order) at the clock `now` (epoch ms). `late` is null, or the device time of the earliest fix
 * that does not follow the track: then nothing was evaluated, `next` is `track`, and the track must be read again from there.
 */
export function evaluate(
  track: RuleTrack,
  fixes: readonly Fix[],
  now: number,
): { next: RuleTrack; changed: readonly OccurrenceChange[]; late: number | null } {
  let fresh = sortFixes(fixes)
  const first = fresh[0]
  if (first !== undefined && track.last !== null && first.time <= track.last.time) {
    const isKnown = first.time === track.last.time && mergeFixes(track.last, first) === track.last
    if (!isKnown) return { next: track, changed: none, late: first.time }
    fresh = fresh.slice(1)
  }
  const occurrences: Occurrence[] = []
  const next = advance(track, prepareFixes(track, fresh), Math.max(now, track.now), occurrences)
  const before: Occurrence[] = []
  addStanding(track, before)
  const changed = before.length + occurrences.length === 0 ? none : changes(before, occurrences)
  return { next, changed, late: null }
}

/** All violations of a rule on a track at `now`, by start. The fixes may be in any order and contain duplicates. */
export function violationsOf(rule: RuleToEvaluate, fixes: readonly Fix[], now: number): Occurrence[] {
  const found: Occurrence[] = []
  const track = emptyTrack([rule])
  advance(track, prepareFixes(track, sortFixes(fixes)), now, found)
  return found
}

/** The track with other rules: rules with the same id and `validFrom` keep their states, others start empty. */
export function withRules(track: RuleTrack, rules: readonly RuleToEvaluate[]): RuleTrack {
  const known = new Map(track.rules.map((rule, i) => [`${rule.id} ${rule.validFrom}`, track.states[i]!]))
  const states = rules.map((rule) => {
    const state = known.get(`${rule.id} ${rule.validFrom}`) ?? initialState
    // A change of the calendar may have moved the end of the hours.
    const until = rule.mode === 'runs' && state.run && nextChange(rule.hours, state.run.start)
    return until ? { ...state, run: { ...state.run!, until } } : state
  })
  return { ...track, rules, states, since: states.every(isInitial) ? null : track.since, earlier: none }
}

/** Fixes (ascending, later than the track's last) with what its rules may need of those before them: people counts, whether it stands. */
export function prepareFixes({ rules, last }: Checkpoint, fixes: readonly Fix[]) {
  const counted = rules.some(({ counts }) => counts) ? withPeopleCounts(fixes, last) : fixes
  return rules.some(({ standing }) => standing) ? withStanding(counted, last) : counted
}

/** The track after more fixes (from `prepareFixes`); adds the violations they ended and those standing at `now` to `out`. */
export function advance(track: RuleTrack, fixes: readonly Fix[], now: number, out: Occurrence[]): RuleTrack {
  const { rules } = track
  let { states, last, since, earlier } = track
  for (const fix of fixes) {
    if (last !== null && isMarkDue(earlier, last)) earlier = withMark(earlier, { rules, states, last, since })
    const before = since ?? last?.time ?? fix.time
    states = stepAll(rules, states, last, fix, out)
    since = states.every(isInitial) ? null : isAllNew(states, fix) ? fix.time : before
    last = fix
  }
  const next = { rules, states, last, since, now, earlier }
  addStanding(next, out)
  return next
}

const isInitial = (state: RuleState) => state === initialState

function stepAll(
  rules: readonly RuleToEvaluate[],
  states: readonly RuleState[],
  last: Fix | null,
  fix: Fix,
  ended: Occurrence[],
): readonly RuleState[] {
  let changed: RuleState[] | null = null
  for (let i = 0; i < rules.length; i++) {
    const state = evaluationOf(rules[i]!).step(rules[i]!, states[i]!, last, fix, ended)
    if (state === states[i]) continue
    changed ??= states.slice()
    changed[i] = state
  }
  return changed ?? states
}

/** True when this fix alone, without any before it, would have led to the states. */
function isAllNew(states: readonly RuleState[], fix: Fix): boolean {
  for (const state of states) if (state !== initialState && state.run?.start !== fix.time) return false
  return true
}

function addStanding(track: RuleTrack, out: Occurrence[]): void {
  const { rules, states, last, now } = track
  if (last === null) return
  for (let i = 0; i < rules.length; i++) evaluationOf(rules[i]!).standing(rules[i]!, states[i]!, last, now, out)
}

function changes(before: readonly Occurrence[], after: readonly Occurrence[]): OccurrenceChange[] {
  const found: OccurrenceChange[] = []
  for (const occurrence of after) {
    const old = before.find((one) => isSame(one, occurrence))
    if (old === undefined) found.push({ kind: 'started', occurrence })
    else if (old.end !== occurrence.end && occurrence.end !== null) found.push({ kind: 'ended', occurrence })
    else if (!isEqual(old, occurrence)) found.push({ kind: 'grown', occurrence })
  }
  for (const occurrence of before) {
    if (!after.some((one) => isSame(one, occurrence))) found.push({ kind: 'withdrawn', occurrence })
  }
  return found
}

const isSame = (a: Occurrence, b: Occurrence) => a.ruleId === b.ruleId && a.start === b.start

const markEvery = 60_000
const isMarkDue = (earlier: readonly Checkpoint[], last: Fix) => last.time - (earlier[0]?.last?.time ?? 0) >= markEvery

/** Adds a checkpoint, newest first, and thins the others by age: one is dropped when its neighbours' ages are within a factor of three. A day takes about twelve. */
function withMark(earlier: readonly Checkpoint[], mark: Checkpoint): readonly Checkpoint[] {
  const age = (one: Checkpoint | undefined) => (mark.last?.time ?? 0) - (one?.last?.time ?? 0)
  const kept = [mark]
  for (const [i, old] of earlier.entries()) {
    const isSpare = i + 1 < earlier.length && age(earlier[i + 1]) <= 3 * age(kept.at(-1))
    if (!isSpare) kept.push(old)
  }
  return kept.length > 16 ? kept.slice(0, 16) : kept
}
