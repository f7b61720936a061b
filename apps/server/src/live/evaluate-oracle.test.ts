import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Fix, holds, inOrder, type RuleToEvaluate } from './conditions.ts'
import { rules, second, seconds, track, wantedOf } from './evaluate.test-kit.ts'
import { violationsOf } from './evaluate.ts'
import { breakMs, type Occurrence } from './evaluate-rule.ts'
import { nextChange, within } from './hours.ts'

/** The same rules said another way: by looking ahead over the whole track. */
function oracle(rule: RuleToEvaluate, given: readonly Fix[], now: number): Pick<Occurrence, 'start' | 'end' | 'last'>[] {
  const fixes = inOrder(given)
  return rule.condition.kind === 'offline' ? silencesOf(rule, fixes, now) : runsOf(rule, fixes, now)
}

function runsOf(rule: RuleToEvaluate, fixes: readonly Fix[], now: number) {
  const found: { start: number; end: number | null; last: number }[] = []
  const isHeld = (fix: Fix) => holds(rule, fix) && within(rule.hours, fix.time)
  const reaches = (from: Fix, to: number) => to - from.time <= breakMs && nextChange(rule.hours, from.time) > to
  let free = 0
  for (let i = 0; i < fixes.length; i++) {
    const first = fixes[i]!
    if (!isHeld(first) || first.time < free) continue
    while (i + 1 < fixes.length && isHeld(fixes[i + 1]!) && reaches(fixes[i]!, fixes[i + 1]!.time)) i++
    const last = fixes[i]!
    const next = fixes[i + 1]?.time
    const isOpen = next === undefined && reaches(last, now)
    const end = isOpen ? null : next !== undefined && reaches(last, next) ? next : last.time
    if (last.time - first.time < rule.minDuration) continue
    found.push({ start: first.time, end, last: last.time })
    free = (end ?? now) + rule.cooldown
  }
  return found
}

/** Looks at every ten seconds; all times of these tests are multiples of that. */
function silencesOf(rule: RuleToEvaluate, fixes: readonly Fix[], now: number) {
  const slot = 10 * second
  const found: { start: number; end: number | null; last: number }[] = []
  let free = 0
  for (const [i, { time }] of fixes.entries()) {
    const next = fixes[i + 1]?.time
    const to = next ?? now
    for (let from = time; from < to; ) {
      let end = from
      while (end < to && within(rule.hours, end)) end += slot
      const start = Math.max(from, rule.validFrom, free)
      if (end - start > rule.after + rule.minDuration) {
        const isOpen = next === undefined && end === to && within(rule.hours, to)
        found.push({ start, end: isOpen ? null : end, last: isOpen ? start : end })
        free = end + rule.cooldown
      }
      from = end + slot
    }
  }
  return found
}

describe('violationsOf', () => {
  test('is what looking ahead over the whole track finds', () => {
    let found = 0
    fc.assert(
      fc.property(track, rules, seconds(0, 10, 300, 600, 610, 7200, 90_000), (fixes, list, wait) => {
        const now = fixes.at(-1)!.time + wait
        for (const rule of list) {
          const facts = violationsOf(rule, fixes, now)
          expect(facts.map(({ start, end, last }) => ({ start, end, last }))).toEqual(oracle(rule, fixes, now))
          found += facts.length
        }
      }),
      { numRuns: 2000 },
    )
    expect(found).toBeGreaterThan(2000)
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
