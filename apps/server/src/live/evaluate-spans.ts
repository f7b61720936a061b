import { breakMs, holds, type RuleToEvaluate } from './conditions.ts'
import type { Fix } from './fix.ts'
import type { Span } from './hours.ts'
import { type Evaluation, initial, lapse, type Occurrence, type RuleState, silenceMs } from './occurrence.ts'

const never: Span = { start: Number.POSITIVE_INFINITY, end: Number.POSITIVE_INFINITY }
const nextSpan = ({ hours }: RuleToEvaluate, time: number): Span => hours?.(time) ?? never

/** Who was there so long before the span began, ms, came in time. */
const early = breakMs

/** Whether a fix can say of a span that somebody has come. */
export const isInWindow = (rule: RuleToEvaluate, time: number) => nextSpan(rule, time).start - early <= time

/** When the span began that a moment lies in; the moment itself when it lies in none. */
export const beginningOf = (rule: RuleToEvaluate, time: number) => Math.min(nextSpan(rule, time).start, time)

const seenAt = ({ time: start, lng, lat }: Fix, { end: until }: Span): RuleState => ({
  run: { start, until, lng, lat, peak: null, last: start, pause: null },
  coolUntil: 0,
})

const isSeen = ({ run }: RuleState, { end }: Span) => run?.until === end

/** Adds the lateness in a span in which nobody came before `to`. */
function addLate(rule: RuleToEvaluate, { start, end }: Span, to: number, lasts: boolean, out: Occurrence[]) {
  const from = start + rule.after
  const over = Math.min(end, to)
  if (start >= rule.validFrom && over > from) out.push(lapse(rule, rule.place, from, lasts && end > to ? null : over))
}

/** Adds the latenesses of the spans from `from` on that were over at `to`; returns the span that was not. */
function addOver(rule: RuleToEvaluate, state: RuleState, from: number, to: number, out: Occurrence[]): Span {
  let span = nextSpan(rule, from)
  while (span.end <= to) {
    if (!isSeen(state, span) && span.start - from <= silenceMs) addLate(rule, span, span.end, false, out)
    span = nextSpan(rule, span.end)
  }
  return span
}

/** From when a span has lasted for `after` until the first fix on which the condition holds, or its end. The run is the rest of a span after that fix. */
export const arrivals: Evaluation = {
  step(rule, state, previous, fix, ended) {
    const span = addOver(rule, state, previous?.time ?? fix.time, fix.time, ended)
    if (isSeen(state, span)) return state
    if (!holds(rule, fix) || fix.time < span.start - early) return initial
    addLate(rule, span, fix.time, false, ended)
    return seenAt(fix, span)
  },

  standing(rule, state, last, now, out) {
    const span = addOver(rule, state, last.time, now, out)
    if (!isSeen(state, span) && span.start - last.time <= silenceMs) addLate(rule, span, now, true, out)
  },

  nextStanding(rule, _, last, now) {
    if (now > last.time + 2 * silenceMs) return Number.POSITIVE_INFINITY
    const { start, end } = nextSpan(rule, now)
    return start + rule.after + 1 > now ? Math.min(start + rule.after + 1, end) : end
  },
}

/** From the latest fix of a span on which the condition holds to its end, when that was `after` or more before. The run is the time since that fix. */
export const departures: Evaluation = {
  step(rule, state, _, fix, ended) {
    const { run } = state
    if (run !== null && fix.time >= run.until) ended.push(lapse(rule, run, run.start, run.until))
    const span = nextSpan(rule, fix.time)
    if (holds(rule, fix) && fix.time >= span.start) return fix.time < span.end - rule.after ? seenAt(fix, span) : initial
    return run !== null && fix.time < run.until ? state : initial
  },

  standing(rule, { run }, _, now, out) {
    if (run !== null && now >= run.until) out.push(lapse(rule, run, run.start, run.until))
  },

  nextStanding: (_, { run }, __, now) => (run !== null && run.until > now ? run.until : Number.POSITIVE_INFINITY),
}
