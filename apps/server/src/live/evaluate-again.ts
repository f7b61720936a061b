/**
 * Reading a track again from the store, because a fix came late or because the process started.
 * Late: from `trackBefore` the stored fixes after its `last`; when it is null, from `begin` those from `settled` on (over
 * ever more stored fixes) or all. After a start: from `begin` those from `since(track)` on, or the latest when that was
 * null. Then `reevaluate`, and write what `reconcile` tells.
 */
import { holds, type RuleToEvaluate } from './conditions.ts'
import { advance, begin, prepared, type Track } from './evaluate.ts'
import { beginningOf, isInWindow } from './evaluate-spans.ts'
import { type Fix, hourMs, inOrder } from './fix.ts'
import { within } from './hours.ts'
import { isEqual, type Occurrence } from './occurrence.ts'

/** A stored violation of the same terminal; `judged`: a person has decided on it. */
export type StoredOccurrence = Occurrence & { id: number; judged: boolean }

/** What stored violations should be: of each rule those that start at its floor (device time) or later. */
export type Wanted = { readonly occurrences: readonly Occurrence[]; readonly floors: ReadonlyMap<number, number> }

/** The track as it was before the device time `late`, if it is remembered: stored fixes after its `last` are then enough. */
export function trackBefore(track: Track, late: number): Track | null {
  const earlier = track.earlier.filter(({ last }) => last !== null && last.time < late)
  return earlier[0] ? { ...earlier[0], now: track.now, earlier } : null
}

/**
 * The latest device time before `late` from which the fixes alone tell all states, whatever happened before `fixes`; null
 * when there is none and older fixes are needed. `fixes`: all of the track from some time on, the late ones included.
 */
export function settled(rules: readonly RuleToEvaluate[], fixes: readonly Fix[], late: number): number | null {
  const ordered = prepared(begin(rules), inOrder(fixes))
  const first = ordered[0]?.time ?? 0
  /** Per rule: since when no violation can have been open or ended; Infinity while one may be open. */
  const calm: number[] = rules.map(() => first)
  let found: number | null = null
  for (const [j, fix] of ordered.entries()) {
    if (fix.time >= late) break
    const gap = fix.time - (ordered[j - 1] ?? fix).time
    let isSettled = true
    for (const [r, rule] of rules.entries()) {
      calm[r] = calmAfter(rule, calm[r]!, fix, gap)
      isSettled &&= (!rule.counts || fix.time - first >= hourMs) && (isOver(rule, fix, calm[r]) || isCutBy(rule, fix, gap))
    }
    if (isSettled) found = fix.time
  }
  return found
}

function calmAfter(rule: RuleToEvaluate, calm: number, fix: Fix, gap: number): number {
  if (rule.way === 'silences') return gap > rule.after + rule.minDuration ? fix.time : calm
  if (!isSaid(rule, fix)) return calm
  const isOpen = rule.way === 'runs' ? holds(rule, fix) && within(rule.hours, fix.time) : isInWindow(rule, fix.time)
  if (isOpen) return Number.POSITIVE_INFINITY
  return calm === Number.POSITIVE_INFINITY ? fix.time : calm
}

const isSaid = ({ says }: RuleToEvaluate, fix: Fix) => says === null || says(fix)

/** Whether a violation that was open until `calm` matters no more. */
const isOver = (rule: RuleToEvaluate, fix: Fix, calm: number) =>
  fix.time - calm >= Math.max(rule.cooldown, rule.rest) && (rule.rest === 0 || isSaid(rule, fix))

/** Whether nothing from before a break of `gap` ms matters after it. */
const isCutBy = (rule: RuleToEvaluate, fix: Fix, gap: number) =>
  rule.way === 'runs' && gap > rule.breakMs && gap >= rule.cooldown && isSaid(rule, fix)

/**
 * Evaluates stored fixes (those up to the last of `from` are skipped): the track after them and its violations. Those before `since` are
 * not evaluated; an hour of them is needed by rules that count people.
 */
export function reevaluate(from: Track, fixes: readonly Fix[], now: number, since = 0): { next: Track; wanted: Wanted } {
  const { last } = from
  const ordered = inOrder(last === null ? fixes : fixes.filter((fix) => fix.time > last.time))
  const after = prepared(from, ordered).filter(({ time }) => time >= since)
  const occurrences: Occurrence[] = []
  const next = advance(from, after, Math.max(now, from.now), occurrences)
  const beginning = after[0]?.time ?? now
  const floors = new Map(from.rules.map((rule, i) => [rule.id, Math.max(rule.validFrom, floorOf(from, i, beginning))]))
  return { next, wanted: { occurrences, floors } }
}

/** Violations that start before it are over and done at the last fix of the track, or at its `beginning`. */
function floorOf({ rules, states, last }: Track, i: number, beginning: number): number {
  const run = states[i]?.run
  const floor = last?.time ?? beginning
  return run ? run.start : rules[i]!.way === 'arrivals' ? beginningOf(rules[i]!, floor) : floor
}

/**
 * How the stored violations become the wanted ones. A wanted one takes the stored one of its rule with the same start,
 * else the one with the nearest start among those it overlaps. Judged ones are never removed.
 */
export function reconcile(stored: readonly StoredOccurrence[], wanted: Wanted) {
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
