import { holds, type RuleToEvaluate, type Way } from './conditions.ts'
import { arrivals, departures } from './evaluate-spans.ts'
import type { Fix } from './fix.ts'
import { nextChange, within } from './hours.ts'
import { cooling, type Evaluation, initial, lapse, type Occurrence, type RuleState, silenceMs } from './occurrence.ts'

/**
 * A run becomes a violation when its last fix is `after` and `minDuration` or more after its first. It ends at the first fix
 * on which the condition does not hold and has not for `rest`; or at the last fix before its hours were over or before a
 * break. Until `cooldown` after the end of a violation no run starts: one that still holds then starts at its next fix.
 */
const runs: Evaluation = {
  step(rule, state, previous, fix, ended) {
    const { run } = state
    if (rule.says !== null && !rule.says(fix)) return run === null && state.coolUntil <= fix.time ? initial : state
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
    if (isHeld && fix.time >= coolUntil && within(rule.hours, fix.time)) {
      const { time: start, lng, lat } = fix
      const until = nextChange(rule.hours, start)
      return { run: { start, until, lng, lat, peak: rule.value(fix), last: start, pause: null }, coolUntil: 0 }
    }
    if (run === null && (coolUntil === 0 || coolUntil > fix.time)) return state
    return cooling(coolUntil, fix.time)
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

/** When the run was last spoken of. */
const lastOf = (rule: RuleToEvaluate, run: Run, previous: Fix) => (rule.says === null ? previous.time : run.last)

function grown(rule: RuleToEvaluate, state: RuleState, run: Run, fix: Fix): RuleState {
  const value = rule.value(fix)
  const isPeak = value !== null && run.peak !== null && (rule.falls ? value < run.peak : value > run.peak)
  const isSame = !isPeak && rule.says === null && run.pause === null
  return isSame ? state : { ...state, run: { ...run, last: fix.time, pause: null, ...(isPeak && { peak: value }) } }
}

const isViolation = (rule: RuleToEvaluate, run: Run, held: number) => held - run.start >= rule.after + rule.minDuration

const occurrence = (rule: RuleToEvaluate, run: Run, end: number | null, last: number): Occurrence => ({
  ...lapse(rule, run, run.start, end),
  last,
  peak: run.peak,
})

/**
 * The parts of the time between fixes that lie inside the hours (and after `validFrom` and the cooldown) and are longer than `after` and
 * `minDuration` together.
 */
const silences: Evaluation = {
  step(rule, state, previous, fix, ended) {
    const coolUntil = previous === null ? state.coolUntil : addSilences(rule, state.coolUntil, previous, fix.time, false, ended)
    return coolUntil === state.coolUntil && coolUntil > fix.time ? state : cooling(coolUntil, fix.time)
  },

  standing(rule, state, last, now, out) {
    addSilences(rule, state.coolUntil, last, now, true, out)
  },

  nextStanding(rule, state, last, now) {
    const due = Math.max(last.time, rule.validFrom, state.coolUntil) + rule.after + rule.minDuration + 1
    if (now < due) return due
    return now > last.time + 2 * silenceMs ? Number.POSITIVE_INFINITY : nextInHours(rule, now)
  },
}

/** A silence that is long enough changes with the hours, `need` after they open, or that and the cooldown after they close. */
function nextInHours({ hours, after, minDuration, cooldown }: RuleToEvaluate, now: number): number {
  const need = after + minDuration + 1
  const later = (wait: number) => nextChange(hours, now - wait) + wait
  return Math.min(later(0), later(need), later(need + cooldown))
}

/** Adds the violations in the silence from the fix `heard` to `to`. Those that last at `to` have no end when the silence `lasts`. Returns until when the cooldown runs. */
function addSilences(rule: RuleToEvaluate, coolUntil: number, heard: Fix, to: number, lasts: boolean, out: Occurrence[]): number {
  const need = rule.after + rule.minDuration
  let cool = coolUntil
  let from = Math.max(heard.time, rule.validFrom)
  while (to - from > need && from - heard.time <= silenceMs) {
    const change = nextChange(rule.hours, from)
    if (within(rule.hours, from)) {
      const start = Math.max(from, cool)
      const end = Math.min(change, to)
      if (end - start > need) {
        out.push(lapse(rule, heard, start, lasts && change > to ? null : end))
        cool = end + rule.cooldown
      }
    }
    from = change
  }
  return cool
}

const ways: Record<Way, Evaluation> = { runs, silences, arrivals, departures }

export const evaluationOf = ({ way }: RuleToEvaluate): Evaluation => ways[way]
