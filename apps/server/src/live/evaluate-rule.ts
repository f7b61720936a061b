import { ConditionKind } from '@huanwei/contract/rules/codes'
import { type Fix, holds, limitOf, peakOf, type RuleToEvaluate } from './conditions.ts'
import { nextChange, within } from './hours.ts'

/** Fixes further apart than this say nothing about the time between them. */
export const breakMs = 10 * 60_000
/** In a silence longer than this no further working day counts as offline: the vehicle is out of use. */
export const silenceMs = 31 * 86_400_000

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

/** Fixes in a row on which the condition holds. `until`: when the hours it started in are over. */
type Run = { start: number; until: number; lng: number; lat: number; peak: number | null }
/** What a rule remembers of the fixes seen; never changed in place. `coolUntil` is 0 when the cooldown is over. */
export type RuleState = { readonly run: Run | null; readonly coolUntil: number }
export const initial: RuleState = { run: null, coolUntil: 0 }

const cooling = (coolUntil: number, time: number) => (coolUntil > time ? { run: null, coolUntil } : initial)

/**
 * The state after one more fix, later than `previous`; the same object when nothing changed. Violations that this fix
 * ended are added to `ended`.
 *
 * A run becomes a violation when its last fix is `minDuration` or more after its first. It ends at the first fix on
 * which the condition does not hold; or at the last fix before its hours were over or before a break. Until
 * `cooldown` after the end of a violation no run starts: one that still holds then starts at its next fix.
 */
export function step(rule: RuleToEvaluate, state: RuleState, previous: Fix | null, fix: Fix, ended: Occurrence[]): RuleState {
  if (rule.condition.kind === ConditionKind.offline) return stepSilence(rule, state, previous, fix, ended)
  const isHeld = holds(rule, fix)
  const { run } = state
  let coolUntil = state.coolUntil
  if (run !== null && previous !== null) {
    const cut = fix.time - previous.time > breakMs || fix.time >= run.until
    if (!cut && isHeld) return grown(rule, state, run, fix)
    const end = cut ? previous.time : fix.time
    if (isViolation(rule, run, previous)) {
      ended.push(occurrence(rule, run, end, previous.time))
      coolUntil = end + rule.cooldown
    }
  }
  if (isHeld && fix.time >= coolUntil && within(rule.hours, fix.time)) {
    const { time: start, lng, lat } = fix
    return { run: { start, until: nextChange(rule.hours, start), lng, lat, peak: peakOf(rule, fix) }, coolUntil: 0 }
  }
  if (run === null && (coolUntil === 0 || coolUntil > fix.time)) return state
  return cooling(coolUntil, fix.time)
}

function grown(rule: RuleToEvaluate, state: RuleState, run: Run, fix: Fix): RuleState {
  const peak = peakOf(rule, fix)
  return peak !== null && run.peak !== null && peak > run.peak ? { ...state, run: { ...run, peak } } : state
}

const isViolation = (rule: RuleToEvaluate, run: Run, last: Fix) => last.time - run.start >= rule.minDuration

const occurrence = (rule: RuleToEvaluate, run: Run, end: number | null, last: number): Occurrence => ({
  ruleId: rule.id,
  start: run.start,
  end,
  last,
  lng: run.lng,
  lat: run.lat,
  limit: limitOf(rule),
  peak: run.peak,
})

/**
 * Adds to `out` the violations that the state and the time after the `last` fix make at `now`. An end found here is
 * the clock's word, not a fix's: fixes that were on their way may still take it back.
 */
export function standing(rule: RuleToEvaluate, state: RuleState, last: Fix, now: number, out: Occurrence[]): void {
  if (rule.condition.kind === ConditionKind.offline) {
    silences(rule, state.coolUntil, last, now, true, out)
  } else if (state.run !== null && isViolation(rule, state.run, last)) {
    const isOver = now - last.time > breakMs || now >= state.run.until
    out.push(occurrence(rule, state.run, isOver ? last.time : null, last.time))
  }
}

/** Earliest time after `now` at which `standing` may say something else without a new fix; Infinity: never. */
export function nextStanding(rule: RuleToEvaluate, state: RuleState, last: Fix, now: number): number {
  if (rule.condition.kind === ConditionKind.offline) {
    const due = Math.max(last.time, rule.validFrom, state.coolUntil) + rule.after + rule.minDuration + 1
    if (now < due) return due
    return now > last.time + 2 * silenceMs ? Number.POSITIVE_INFINITY : nextInHours(rule, now)
  }
  if (state.run === null || !isViolation(rule, state.run, last)) return Number.POSITIVE_INFINITY
  const due = Math.min(last.time + breakMs + 1, state.run.until)
  return due > now ? due : Number.POSITIVE_INFINITY
}

/** A silence that is long enough changes with the hours, `need` after they open, or that and the cooldown after they close. */
function nextInHours({ hours, after, minDuration, cooldown }: RuleToEvaluate, now: number): number {
  const need = after + minDuration + 1
  const later = (wait: number) => nextChange(hours, now - wait) + wait
  return Math.min(later(0), later(need), later(need + cooldown))
}

function stepSilence(rule: RuleToEvaluate, state: RuleState, previous: Fix | null, fix: Fix, ended: Occurrence[]): RuleState {
  const coolUntil = previous === null ? state.coolUntil : silences(rule, state.coolUntil, previous, fix.time, false, ended)
  return coolUntil === state.coolUntil && coolUntil > fix.time ? state : cooling(coolUntil, fix.time)
}

/**
 * Adds the violations in the silence from the fix `heard` to `to`: the parts of it inside working hours (and after
 * `validFrom` and the cooldown) that are longer than `after` and `minDuration` together. Those that last at `to` have
 * no end when the silence `lasts`. Returns until when the cooldown runs.
 */
function silences(rule: RuleToEvaluate, coolUntil: number, heard: Fix, to: number, lasts: boolean, out: Occurrence[]): number {
  const need = rule.after + rule.minDuration
  let cool = coolUntil
  let from = Math.max(heard.time, rule.validFrom)
  while (to - from > need && from - heard.time <= silenceMs) {
    const change = nextChange(rule.hours, from)
    if (within(rule.hours, from)) {
      const start = Math.max(from, cool)
      const end = Math.min(change, to)
      if (end - start > need) {
        const isOpen = lasts && change > to
        const { lng, lat } = heard
        const last = isOpen ? start : end
        out.push({ ruleId: rule.id, start, end: isOpen ? null : end, last, lng, lat, limit: limitOf(rule), peak: null })
        cool = end + rule.cooldown
      }
    }
    from = change
  }
  return cool
}
