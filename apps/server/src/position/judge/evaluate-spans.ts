import { breakMs, holds, type RuleToEvaluate } from './conditions.ts'
import type { Fix } from './fix.ts'
import type { Interval } from './hours.ts'
import {
  type Evaluation,
  initialState,
  longestSilenceMs,
  type Occurrence,
  occurrenceBetween,
  type RuleState,
} from './occurrence.ts'

const never: Interval = { start: Number.POSITIVE_INFINITY, end: Number.POSITIVE_INFINITY }
const nextSpan = ({ hours }: RuleToEvaluate, time: number): Interval => hours?.(time) ?? never

/** Presence up to this time before the beginning of a span, ms, counts as punctual arrival. */
const early = breakMs

/** True when a fix at this time counts as arrival for a span. */
export const isInWindow = (rule: RuleToEvaluate, time: number) => nextSpan(rule, time).start - early <= time

/** Beginning of the span that contains `time`; `time` itself when none does. */
export const beginningOf = (rule: RuleToEvaluate, time: number) => Math.min(nextSpan(rule, time).start, time)

const seenAt = ({ time: start, lng, lat }: Fix, { end: until }: Interval): RuleState => ({
  run: { start, until, lng, lat, peak: null, last: start, pause: null },
  coolUntil: 0,
})

const isSeen = ({ run }: RuleState, { end }: Interval) => run?.until === end

/** Adds the late arrival of a span without an arrival before `to`. */
function addLate(rule: RuleToEvaluate, { start, end }: Interval, to: number, lasts: boolean, out: Occurrence[]) {
  const from = start + rule.after
  const over = Math.min(end, to)
  if (start >= rule.validFrom && over > from) out.push(occurrenceBetween(rule, rule.place, from, lasts && end > to ? null : over))
}

/** Adds the late arrivals of the spans from `from` on that ended by `to`; returns the first span that had not. */
function addOver(rule: RuleToEvaluate, state: RuleState, from: number, to: number, out: Occurrence[]): Interval {
  let span = nextSpan(rule, from)
  while (span.end <= to) {
    if (!isSeen(state, span) && span.start - from <= longestSilenceMs) addLate(rule, span, span.end, false, out)
    span = nextSpan(rule, span.end)
  }
  return span
}

/** Late arrivals: from `after` past the beginning of a span to the first fix on which the condition holds, or to its end. The run covers the rest of the span. */
export const arrivals: Evaluation = {
  step(rule, state, previous, fix, ended) {
    const span = addOver(rule, state, previous?.time ?? fix.time, fix.time, ended)
    if (isSeen(state, span)) return state
    if (!holds(rule, fix) || fix.time < span.start - early) return initialState
    addLate(rule, span, fix.time, false, ended)
    return seenAt(fix, span)
  },

  standing(rule, state, last, now, out) {
    const span = addOver(rule, state, last.time, now, out)
    if (!isSeen(state, span) && span.start - last.time <= longestSilenceMs) addLate(rule, span, now, true, out)
  },

  nextStanding(rule, _, last, now) {
    if (now > last.time + 2 * longestSilenceMs) return Number.POSITIVE_INFINITY
    const { start, end } = nextSpan(rule, now)
    return start + rule.after + 1 > now ? Math.min(start + rule.after + 1, end) : end
  },
}

/** Early departures: from the last fix of a span on which the condition holds to its end, when it is `after` or more before that. The run is the time since that fix. */
export const departures: Evaluation = {
  step(rule, state, _, fix, ended) {
    const { run } = state
    if (run !== null && fix.time >= run.until) ended.push(occurrenceBetween(rule, run, run.start, run.until))
    const span = nextSpan(rule, fix.time)
    if (holds(rule, fix) && fix.time >= span.start) return fix.time < span.end - rule.after ? seenAt(fix, span) : initialState
    return run !== null && fix.time < run.until ? state : initialState
  },

  standing(rule, { run }, _, now, out) {
    if (run !== null && now >= run.until) out.push(occurrenceBetween(rule, run, run.start, run.until))
  },

  nextStanding: (_, { run }, __, now) => (run !== null && run.until > now ? run.until : Number.POSITIVE_INFINITY),
}
