/**
 * Reading a track again from the store, because a fix came late or because the process started.
 * Late: from `trackBefore` the stored fixes after its `last`; when it is null, from `begin` those from `settled` on (over
 * ever more stored fixes) or all. After a start: from `begin` those from `since(track)` on, or the latest when that was
 * null. Then `reevaluate`, and write what `reconcile` tells.
 */
import { ConditionKind } from '@huanwei/contract/rules/codes'
import { type Fix, holds, inOrder, type RuleToEvaluate } from './conditions.ts'
import { advance, type Track } from './evaluate.ts'
import { breakMs, isEqual, type Occurrence } from './evaluate-rule.ts'
import { within } from './hours.ts'

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
  const ordered = inOrder(fixes)
  /** Per rule: since when no violation can have been open or ended; Infinity while one may be open. */
  const calm: number[] = rules.map(() => ordered[0]?.time ?? 0)
  let found: number | null = null
  for (const [j, fix] of ordered.entries()) {
    if (fix.time >= late) break
    const gap = fix.time - (ordered[j - 1] ?? fix).time
    let isSettled = true
    for (const [r, rule] of rules.entries()) {
      calm[r] = calmAfter(rule, calm[r]!, fix, gap)
      isSettled &&= fix.time - calm[r] >= rule.cooldown || isCutBy(rule, gap)
    }
    if (isSettled) found = fix.time
  }
  return found
}

function calmAfter(rule: RuleToEvaluate, calm: number, fix: Fix, gap: number): number {
  if (rule.condition.kind === ConditionKind.offline) return gap > rule.after + rule.minDuration ? fix.time : calm
  if (holds(rule, fix) && within(rule.hours, fix.time)) return Number.POSITIVE_INFINITY
  return calm === Number.POSITIVE_INFINITY ? fix.time : calm
}

/** Whether nothing from before a break of `gap` ms matters after it. */
const isCutBy = (rule: RuleToEvaluate, gap: number) =>
  rule.condition.kind !== ConditionKind.offline && gap > breakMs && gap >= rule.cooldown

/** Evaluates stored fixes (those up to the last of `from` are skipped): the track after them and its violations. */
export function reevaluate(from: Track, fixes: readonly Fix[], now: number): { next: Track; wanted: Wanted } {
  const { last } = from
  const after = inOrder(last === null ? fixes : fixes.filter((fix) => fix.time > last.time))
  const occurrences: Occurrence[] = []
  const next = advance(from, after, Math.max(now, from.now), occurrences)
  const beginning = after[0]?.time ?? now
  const floors = new Map(from.rules.map((rule, i) => [rule.id, Math.max(rule.validFrom, floorOf(from, i) ?? beginning)]))
  return { next, wanted: { occurrences, floors } }
}

/** Violations that start before it are over and done at the last fix of the track; null before its first fix. */
const floorOf = ({ states, last }: Track, i: number): number | null => states[i]?.run?.start ?? last?.time ?? null

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
