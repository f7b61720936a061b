import { ConditionKind } from '@huanwei/contract/rules/codes'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { breakMs, holds, type RuleToEvaluate } from './conditions.ts'
import { rules, second, seconds, track, wantedOf } from './evaluate.test-kit.ts'
import { emptyTrack, prepareFixes, violationsOf } from './evaluate.ts'
import { type Fix, sortFixes } from './fix.ts'
import { isWithinHours, nextChange } from './hours.ts'
import type { Occurrence } from './occurrence.ts'

type Span = Pick<Occurrence, 'start' | 'end' | 'last'>

/** The same rules said another way: by looking ahead over the whole track. */
function oracle(rule: RuleToEvaluate, given: readonly Fix[], now: number): Span[] {
  const fixes = prepareFixes(emptyTrack([rule]), sortFixes(given))
  return { runs: runsOf, silences: silencesOf, arrivals: latenessesOf, departures: leavingsOf }[rule.mode](rule, fixes, now)
}

function runsOf(rule: RuleToEvaluate, all: readonly Fix[], now: number) {
  const fixes = all.filter((fix) => rule.applies?.(fix) ?? true)
  const found: Span[] = []
  const isHeld = (fix: Fix) => holds(rule, fix) && isWithinHours(rule.hours, fix.time)
  const reaches = (from: Fix, to: number) => to - from.time <= rule.breakMs && nextChange(rule.hours, from.time) > to
  let free = 0
  for (let i = 0; i < fixes.length; i++) {
    const first = fixes[i]!
    if (!isHeld(first) || first.time < free) continue
    let stop = i
    while (stop + 1 < fixes.length && reaches(fixes[stop]!, fixes[stop + 1]!.time)) stop++
    const isOn = (fix: Fix) => isHeld(fix) && (rule.goesOn?.(first, fix) ?? true)
    /** Index of the first fix from which the condition fails for at least `rest`, or for good. */
    const off = fixes.findIndex((fix, k) => {
      const back = fixes.findIndex((other, n) => n > k && n <= stop && isOn(other))
      return k > i && k <= stop && !isOn(fix) && (back < 0 || fixes[back]!.time - fix.time >= rule.rest)
    })
    const last = fixes.slice(i, off < 0 ? stop + 1 : off).findLast(isOn)!
    const isOpen = stop === fixes.length - 1 && reaches(fixes[stop]!, now) && (off < 0 || now - fixes[off]!.time < rule.rest)
    const end = isOpen ? null : off < 0 ? last.time : fixes[off]!.time
    i = off < 0 ? stop : off - 1
    if (last.time - first.time < rule.after + rule.minDuration) continue
    found.push({ start: first.time, end, last: last.time })
    free = (end ?? now) + rule.cooldown
  }
  return found
}

const slot = 10 * second

/** The spans of hours that were not over when the track began, found at every ten seconds. */
function spansOf({ hours }: RuleToEvaluate, [first]: readonly Fix[], now: number) {
  const found: { start: number; end: number }[] = []
  if (hours === null || !first) return found
  for (let at = first.time - 24 * 3600 * second; at <= now + 24 * 3600 * second; at += slot)
    if (isWithinHours(hours, at) && !isWithinHours(hours, at - slot)) {
      let end = at
      while (isWithinHours(hours, end)) end += slot
      if (end > first.time) found.push({ start: at, end })
    }
  return found
}

function latenessesOf(rule: RuleToEvaluate, fixes: readonly Fix[], now: number): Span[] {
  return spansOf(rule, fixes, now).flatMap(({ start, end }) => {
    const isThere = (fix: Fix) =>
      holds(rule, fix) &&
      fix.time >= start - breakMs &&
      fix.time < end &&
      (fix.time >= start || !isWithinHours(rule.hours, fix.time))
    const from = start + rule.after
    const over = Math.min(fixes.find(isThere)?.time ?? now, end)
    if (start < rule.validFrom || over <= from) return []
    const isOpen = over < end && !fixes.some(isThere)
    return { start: from, end: isOpen ? null : over, last: isOpen ? from : over }
  })
}

const leavingsOf = (rule: RuleToEvaluate, fixes: readonly Fix[], now: number): Span[] =>
  spansOf(rule, fixes, now).flatMap(({ start, end }) => {
    const left = fixes.findLast((fix) => holds(rule, fix) && fix.time >= start && fix.time < end)?.time
    return left !== undefined && left < end - rule.after && end <= now ? { start: left, end, last: end } : []
  })

/** Looks at every ten seconds; all times of these tests are multiples of that. */
function silencesOf(rule: RuleToEvaluate, fixes: readonly Fix[], now: number) {
  const found: Span[] = []
  let free = 0
  for (const [i, { time }] of fixes.entries()) {
    const next = fixes[i + 1]?.time
    const to = next ?? now
    for (let from = time; from < to; ) {
      let end = from
      while (end < to && isWithinHours(rule.hours, end)) end += slot
      const start = Math.max(from, rule.validFrom, free)
      if (end - start > rule.after + rule.minDuration) {
        const isOpen = next === undefined && end === to && isWithinHours(rule.hours, to)
        found.push({ start, end: isOpen ? null : end, last: isOpen ? start : end })
        free = end + rule.cooldown
      }
      from = end + slot
    }
  }
  return found
}

describe('violationsOf', () => {
  test('equals the result of looking ahead over the whole track', () => {
    const found = new Set<string>()
    let all = 0
    fc.assert(
      fc.property(track, rules, seconds(0, 10, 300, 600, 610, 7200, 90_000), (fixes, list, wait) => {
        const now = fixes.at(-1)!.time + wait
        for (const rule of list) {
          const facts = violationsOf(rule, fixes, now)
          expect(facts.map(({ start, end, last }) => ({ start, end, last }))).toEqual(oracle(rule, fixes, now))
          all += facts.length
          if (facts.length) found.add(rule.kind)
        }
      }),
      { numRuns: 2000 },
    )
    expect(all).toBeGreaterThan(2000)
    expect([...found].sort()).toEqual(Object.keys(ConditionKind).sort())
  })

  test('heeds neither order nor duplicates', () => {
    fc.assert(
      fc.property(track, rules, fc.infiniteStream(fc.nat()), (fixes, list, stream) => {
        const now = fixes.at(-1)!.time + 60 * second
        const mixed = shuffled([...fixes, ...fixes.slice(0, 5)], stream)
        expect(wantedOf(list, mixed, now)).toEqual(wantedOf(list, fixes, now))
      }),
    )
  })
})

const shuffled = (fixes: readonly Fix[], stream: Iterator<number>) =>
  fixes
    .map((fix) => ({ fix, key: stream.next().value % 1000 }))
    .sort((a, b) => a.key - b.key)
    .map(({ fix }) => fix)
