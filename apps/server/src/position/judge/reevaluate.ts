/**
 * Evaluating a track again from the store, because a fix came late or because the process started.
 * Late fix: start with `trackBefore` and the stored fixes after its `last`; if it is null, with `emptyTrack` and the fixes from
 * `findRestartTime` on (searched in ever longer spans), or all. After a start: with `emptyTrack` and the fixes from `rereadFrom(track)`
 * on, or the latest one if that was null. Then call `reevaluate` and write the result of `reconcile`.
 */
import { holds, lookBackOf, type RuleToEvaluate } from './conditions.ts'
import { advance, emptyTrack, prepareFixes, type RuleTrack } from './evaluate.ts'
import { beginningOf, isInWindow } from './evaluate-spans.ts'
import { type Fix, sortFixes } from './fix.ts'
import { isWithinHours } from './hours.ts'
import { isEqual, type Occurrence } from './occurrence.ts'

/** A stored violation of the same terminal; `judged`: a user has given a verdict. */
export type StoredOccurrence = Occurrence & { id: number; judged: boolean }

/** Violations that should be stored: of each rule all that start at its floor (device time) or later. */
export type ExpectedOccurrences = { readonly occurrences: readonly Occurrence[]; readonly floors: ReadonlyMap<number, number> }

/** The newest checkpoint before the device time `late`; stored fixes after its `last` are then enough. Null when there is none. */
export function trackBefore(track: RuleTrack, late: number): RuleTrack | null {
  const earlier = track.earlier.filter(({ last }) => last !== null && last.time < late)
  return earlier[0] ? { ...earlier[0], now: track.now, earlier } : null
}

/**
 * The latest device time before `late` at which all states follow from `fixes` alone, independent of earlier ones; null when there is
 * none and older fixes are needed. `fixes`: all fixes of the track from some time on, including the late ones.
 */
export function findRestartTime(rules: readonly RuleToEvaluate[], fixes: readonly Fix[], late: number): number | null {
  const ordered = prepareFixes(emptyTrack(rules), sortFixes(fixes))
  const first = ordered[0]?.time ?? 0
  /** For each rule the time since which no violation can have been open or have ended; Infinity while one may be open, as until a first fix tells. */
  const calm: number[] = rules.map(({ mode }) => (mode === 'silences' ? first : Number.POSITIVE_INFINITY))
  let found: number | null = null
  for (const [j, fix] of ordered.entries()) {
    if (fix.time >= late) break
    const gap = fix.time - (ordered[j - 1] ?? fix).time
    let isSettled = true
    for (const [r, rule] of rules.entries()) {
      calm[r] = calmAfter(rule, calm[r]!, fix, gap)
      isSettled &&= fix.time - first >= lookBackOf(rule) && (isOver(rule, fix, calm[r]) || isCutBy(rule, fix, gap))
    }
    if (isSettled) found = fix.time
  }
  return found
}

function calmAfter(rule: RuleToEvaluate, calm: number, fix: Fix, gap: number): number {
  if (rule.mode === 'silences') return gap > rule.after + rule.minDuration ? fix.time : calm
  if (!appliesTo(rule, fix)) return calm
  const isOpen = rule.mode === 'runs' ? holds(rule, fix) && isWithinHours(rule.hours, fix.time) : isInWindow(rule, fix.time)
  if (isOpen) return Number.POSITIVE_INFINITY
  return calm === Number.POSITIVE_INFINITY ? fix.time : calm
}

const appliesTo = ({ applies }: RuleToEvaluate, fix: Fix) => applies === null || applies(fix)

/** True when a violation that was open until `calm` has no more effect. */
const isOver = (rule: RuleToEvaluate, fix: Fix, calm: number) =>
  fix.time - calm >= Math.max(rule.cooldown, rule.rest) && (rule.rest === 0 || appliesTo(rule, fix))

/** True when nothing before a gap of this length has an effect after it. */
const isCutBy = (rule: RuleToEvaluate, fix: Fix, gap: number) =>
  rule.mode === 'runs' && gap > rule.breakMs && gap >= rule.cooldown && appliesTo(rule, fix)

/**
 * Evaluates stored fixes after the last one of `from`; returns the track after them and its violations. Fixes before `since` are not
 * evaluated; some rules need those of the time before: see `lookBackOf`.
 */
export function reevaluate(
  from: RuleTrack,
  fixes: readonly Fix[],
  now: number,
  since = 0,
): { next: RuleTrack; wanted: ExpectedOccurrences } {
  const { last } = from
  const ordered = sortFixes(last === null ? fixes : fixes.filter((fix) => fix.time > last.time))
  const after = prepareFixes(from, ordered).filter(({ time }) => time >= since)
  const occurrences: Occurrence[] = []
  const next = advance(from, after, Math.max(now, from.now), occurrences)
  const beginning = after[0]?.time ?? now
  const floors = new Map(from.rules.map((rule, i) => [rule.id, Math.max(rule.validFrom, floorOf(from, i, beginning))]))
  return { next, wanted: { occurrences, floors } }
}

/** Start time below which the violations of a rule cannot change any more. */
function floorOf({ rules, states, last }: RuleTrack, i: number, beginning: number): number {
  const run = states[i]?.run
  const floor = last?.time ?? beginning
  return run ? run.start : rules[i]!.mode === 'arrivals' ? beginningOf(rules[i]!, floor) : floor
}

/**
 * Differences between the stored and the wanted violations. A wanted one is matched with the stored one of its rule with the same start,
 * else with the overlapping one with the nearest start. Judged ones are never removed.
 */
export function reconcile(stored: readonly StoredOccurrence[], wanted: ExpectedOccurrences) {
  const left = new Set(stored.filter((one) => one.start >= (wanted.floors.get(one.ruleId) ?? Number.POSITIVE_INFINITY)))
  const insert: Occurrence[] = []
  const update: { id: number; occurrence: Occurrence }[] = []
  const take = (occurrence: Occurrence, match: StoredOccurrence) => {
    left.delete(match)
    if (!isEqual(match, occurrence)) update.push({ id: match.id, occurrence })
  }
  const moved = wanted.occurrences.filter((occurrence) => {
    const match = [...left].find((one) => one.ruleId === occurrence.ruleId && one.start === occurrence.start)
    if (match) take(occurrence, match)
    return match === undefined
  })
  for (const occurrence of moved) {
    const [match] = [...left]
      .filter((one) => one.ruleId === occurrence.ruleId && overlap(one, occurrence))
      .sort(
        (a, b) => Math.abs(a.start - occurrence.start) - Math.abs(b.start - occurrence.start) || a.start - b.start || a.id - b.id,
      )
    if (match) take(occurrence, match)
    else insert.push(occurrence)
  }
  return { insert, update, remove: [...left].filter((one) => !one.judged).map((one) => one.id) }
}

const isBefore = (a: Occurrence, b: Occurrence) => a.end !== null && a.end < b.start
const overlap = (a: Occurrence, b: Occurrence) => !isBefore(a, b) && !isBefore(b, a)
