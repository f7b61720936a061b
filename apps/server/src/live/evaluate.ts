/**
 * Violations of one terminal's track in device time. What a rule says about a track is `violationsOf`: a function of
 * the fixes and the clock, whatever the order of arrival. `evaluate` finds the same step by step as fixes come; when one
 * comes late, `reevaluate` (evaluate-again.ts) reads the stored fixes again. Nothing here changes what it is given: the
 * caller keeps `next` once its transaction is through. Source: spec 3, section 9.
 */
import type { RuleToEvaluate } from './conditions.ts'
import { evaluationOf } from './evaluate-rule.ts'
import { counted, type Fix, inOrder, merge } from './fix.ts'
import { nextChange } from './hours.ts'
import { initial, isEqual, type Occurrence, type RuleState } from './occurrence.ts'

/** What is known after the fix `last`: a function of the fixes up to there. States are aligned with the rules. */
export type Mark = {
  readonly rules: readonly RuleToEvaluate[]
  readonly states: readonly RuleState[]
  readonly last: Fix | null
  /** Device time from which reading again leads to these states; null: all are initial. */
  readonly since: number | null
}
/** A mark, the clock when it was last looked at, and older marks to go back to when a fix comes late. */
export type Track = Mark & { readonly now: number; readonly earlier: readonly Mark[] }

/**
 * `started`: not reported before (it may have ended already). `grown`: anything else about it is new: longer, higher,
 * or in force again after the clock had ended it. `withdrawn`: a silence that late fixes have filled. One occurrence is known by rule and start.
 */
export type Change = { kind: 'started' | 'grown' | 'ended' | 'withdrawn'; occurrence: Occurrence }

const none: readonly never[] = []

/** A track before its first fix. */
export const begin = (rules: readonly RuleToEvaluate[]): Track => ({
  rules,
  states: rules.map(() => initial),
  last: null,
  since: null,
  now: 0,
  earlier: none,
})

/** Earliest device time from which reading the fixes again leads to this track; null when its latest fix is enough. */
export const since = (track: Track): number | null => track.since

/** When the clock alone may next change something: call `evaluate` without fixes then. Infinity: never. */
export function due(track: Track): number {
  const { last, rules, states, now } = track
  let earliest = Number.POSITIVE_INFINITY
  if (last === null) return earliest
  for (let i = 0; i < rules.length; i++)
    earliest = Math.min(earliest, evaluationOf(rules[i]!).nextStanding(rules[i]!, states[i]!, last, now))
  return earliest
}

/**
 * Takes new fixes (any order) and the clock (epoch ms). `late` is null, or the device time of the earliest fix that does
 * not follow the track: then nothing was evaluated, `next` is `track`, and the track must be read again from there.
 */
export function evaluate(
  track: Track,
  fixes: readonly Fix[],
  now: number,
): { next: Track; changed: readonly Change[]; late: number | null } {
  let fresh = inOrder(fixes)
  const first = fresh[0]
  if (first !== undefined && track.last !== null && first.time <= track.last.time) {
    const isKnown = first.time === track.last.time && merge(track.last, first) === track.last
    if (!isKnown) return { next: track, changed: none, late: first.time }
    fresh = fresh.slice(1)
  }
  const occurrences: Occurrence[] = []
  const next = advance(track, prepared(track, fresh), Math.max(now, track.now), occurrences)
  const before: Occurrence[] = []
  addStanding(track, before)
  const changed = before.length + occurrences.length === 0 ? none : changes(before, occurrences)
  return { next, changed, late: null }
}

/** All violations of a rule on a track (any order, duplicates allowed) as the clock stands at `now`, by start. */
export function violationsOf(rule: RuleToEvaluate, fixes: readonly Fix[], now: number): Occurrence[] {
  const found: Occurrence[] = []
  const track = begin([rule])
  advance(track, prepared(track, inOrder(fixes)), now, found)
  return found
}

/** The track with other rules: the states of those it has already (same id, same `validFrom`) go on, others start empty. */
export function adopt(track: Track, rules: readonly RuleToEvaluate[]): Track {
  const known = new Map(track.rules.map((rule, i) => [`${rule.id} ${rule.validFrom}`, track.states[i]!]))
  const states = rules.map((rule) => {
    const state = known.get(`${rule.id} ${rule.validFrom}`) ?? initial
    // The calendar may have moved the end of the hours.
    const until = rule.way === 'runs' && state.run && nextChange(rule.hours, state.run.start)
    return until ? { ...state, run: { ...state.run!, until } } : state
  })
  return { ...track, rules, states, since: states.every(isInitial) ? null : track.since, earlier: none }
}

/** Fixes (ascending, later than the track's last) with all that its rules look at. */
export const prepared = ({ rules, last }: Mark, fixes: readonly Fix[]) =>
  rules.some(({ counts }) => counts) ? counted(fixes, last) : fixes

/** The track after more fixes (`prepared`: ascending, later than its last); adds to `out` what they ended and what stands at `now`. */
export function advance(track: Track, fixes: readonly Fix[], now: number, out: Occurrence[]): Track {
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

const isInitial = (state: RuleState) => state === initial

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

/** Whether this fix alone, without any before it, would have led to the states. */
function isAllNew(states: readonly RuleState[], fix: Fix): boolean {
  for (const state of states) if (state !== initial && state.run?.start !== fix.time) return false
  return true
}

function addStanding(track: Track, out: Occurrence[]): void {
  const { rules, states, last, now } = track
  if (last === null) return
  for (let i = 0; i < rules.length; i++) evaluationOf(rules[i]!).standing(rules[i]!, states[i]!, last, now, out)
}

function changes(before: readonly Occurrence[], after: readonly Occurrence[]): Change[] {
  const found: Change[] = []
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
const isMarkDue = (earlier: readonly Mark[], last: Fix) => last.time - (earlier[0]?.last?.time ?? 0) >= markEvery

/** Newest first. A mark goes when its neighbours' ages (before `mark`) are within a factor of three: a day takes about twelve. */
function withMark(earlier: readonly Mark[], mark: Mark): readonly Mark[] {
  const age = (one: Mark | undefined) => (mark.last?.time ?? 0) - (one?.last?.time ?? 0)
  const kept = [mark]
  for (const [i, old] of earlier.entries()) {
    const isSpare = i + 1 < earlier.length && age(earlier[i + 1]) <= 3 * age(kept.at(-1))
    if (!isSpare) kept.push(old)
  }
  return kept.length > 16 ? kept.slice(0, 16) : kept
}
