import { type EvaluationMode, holds, type RuleToEvaluate } from './conditions.ts'
import { arrivals, departures } from './evaluate-spans.ts'
import type { Fix } from './fix.ts'
import { isWithinHours, nextChange } from './hours.ts'
import {
  coolingState,
  type Evaluation,
  initialState,
  longestSilenceMs,
  type Occurrence,
  occurrenceBetween,
  type RuleState,
} from './occurrence.ts'

/**
 * A run becomes a violation when its last fix is `after` plus `minDuration` or more after its first. It ends at the first fix of a time
 * of at least `rest` in which the condition does not hold, or at the last fix before the end of its hours or before a gap. No run starts
 * until `cooldown` after the end of a violation; if the condition still holds then, one starts at the next fix.
 */
const runs: Evaluation = {
  step(rule, state, previous, fix, ended) {
    const { run } = state
    if (rule.applies !== null && !rule.applies(fix)) return run === null && state.coolUntil <= fix.time ? initialState : state
    const isHeld = holds(rule, fix)
    let coolUntil = state.coolUntil
    if (run !== null && previous !== null) {
      const last = lastOf(rule, run, previous)
      const isCut = fix.time - last > rule.breakMs || fix.time >= run.until
      const goesOn = isHeld && (rule.goesOn === null || rule.goesOn(run, fix))
      const pause = run.pause ?? (goesOn || isCut ? null : { since: fix.time, held: last })
      const isOver = isCut || (pause !== null && fix.time - pause.since >= rule.rest)
      if (!isOver) return goesOn ? grown(rule, state, run, fix) : { run: { ...run, last: fix.time, pause }, coolUntil: 0 }
      const [held, end] = pause ? [pause.held, pause.since] : [last, last]
      if (isViolation(rule, run, held)) {
        ended.push(occurrence(rule, run, end, held))
        coolUntil = end + rule.cooldown
      }
    }
    if (isHeld && fix.time >= coolUntil && isWithinHours(rule.hours, fix.time)) {
      const { time: start, lng, lat } = fix
      const until = nextChange(rule.hours, start)
      return { run: { start, until, lng, lat, peak: rule.value(fix), last: start, pause: null }, coolUntil: 0 }
    }
    if (run === null && (coolUntil === 0 || coolUntil > fix.time)) return state
    return coolingState(coolUntil, fix.time)
  },

  standing(rule, state, last, now, out) {
    const { run } = state
    if (run === null) return
    const time = lastOf(rule, run, last)
    const [held, end] = run.pause ? [run.pause.held, run.pause.since] : [time, time]
    if (!isViolation(rule, run, held)) return
    const isRested = run.pause !== null && now - run.pause.since >= rule.rest
    const isOver = isRested || now - time > rule.breakMs || now >= run.until
    out.push(occurrence(rule, run, isOver ? end : null, held))
  },

  nextStanding(rule, { run }, last, now) {
    if (run === null) return Number.POSITIVE_INFINITY
    const time = lastOf(rule, run, last)
    if (!isViolation(rule, run, run.pause?.held ?? time)) return Number.POSITIVE_INFINITY
    const rested = run.pause ? run.pause.since + rule.rest : Number.POSITIVE_INFINITY
    const due = Math.min(time + rule.breakMs + 1, run.until, rested)
    return due > now ? due : Number.POSITIVE_INFINITY
  },
}

type Run = NonNullable<RuleState['run']>

/** Time of the last fix that told something about the run. */
const lastOf = (rule: RuleToEvaluate, run: Run, previous: Fix) => (rule.applies === null ? previous.time : run.last)

function grown(rule: RuleToEvaluate, state: RuleState, run: Run, fix: Fix): RuleState {
  const value = rule.value(fix)
  const isPeak = value !== null && run.peak !== null && (rule.falls ? value < run.peak : value > run.peak)
  const isSame = !isPeak && rule.applies === null && run.pause === null
  return isSame ? state : { ...state, run: { ...run, last: fix.time, pause: null, ...(isPeak && { peak: value }) } }
}

const isViolation = (rule: RuleToEvaluate, run: Run, held: number) => held - run.start >= rule.after + rule.minDuration

const occurrence = (rule: RuleToEvaluate, run: Run, end: number | null, last: number): Occurrence => ({
  ...occurrenceBetween(rule, run, run.start, end),
  last,
  peak: run.peak,
})

/**
 * Violations are the parts of the time between fixes that lie inside the hours, after `validFrom` and the cooldown, and are longer than
 * `after` plus `minDuration`.
 */
const silences: Evaluation = {
  step(rule, state, previous, fix, ended) {
    const coolUntil = previous === null ? state.coolUntil : addSilences(rule, state.coolUntil, previous, fix.time, false, ended)
    return coolUntil === state.coolUntil && coolUntil > fix.time ? state : coolingState(coolUntil, fix.time)
  },

  standing(rule, state, last, now, out) {
    addSilences(rule, state.coolUntil, last, now, true, out)
  },

  nextStanding(rule, state, last, now) {
    const due = Math.max(last.time, rule.validFrom, state.coolUntil) + rule.after + rule.minDuration + 1
    if (now < due) return due
    return now > last.time + 2 * longestSilenceMs ? Number.POSITIVE_INFINITY : nextInHours(rule, now)
  },
}

/** The next time at which a long silence may change: when the hours begin or end, and `need` and the cooldown after that. */
function nextInHours({ hours, after, minDuration, cooldown }: RuleToEvaluate, now: number): number {
  const need = after + minDuration + 1
  const later = (wait: number) => nextChange(hours, now - wait) + wait
  return Math.min(later(0), later(need), later(need + cooldown))
}

/** Adds the violations in the silence from the fix `heard` to `to`; one that reaches `to` has no end when the silence `lasts`. Returns the end of the cooldown. */
function addSilences(rule: RuleToEvaluate, coolUntil: number, heard: Fix, to: number, lasts: boolean, out: Occurrence[]): number {
  const need = rule.after + rule.minDuration
  let cool = coolUntil
  let from = Math.max(heard.time, rule.validFrom)
  while (to - from > need && from - heard.time <= longestSilenceMs) {
    const change = nextChange(rule.hours, from)
    if (isWithinHours(rule.hours, from)) {
      const start = Math.max(from, cool)
      const end = Math.min(change, to)
      if (end - start > need) {
        out.push(occurrenceBetween(rule, heard, start, lasts && change > to ? null : end))
        cool = end + rule.cooldown
      }
    }
    from = change
  }
  return cool
}

const evaluationModes: Record<EvaluationMode, Evaluation> = { runs, silences, arrivals, departures }

export const evaluationOf = ({ mode }: RuleToEvaluate): Evaluation => evaluationModes[mode]
