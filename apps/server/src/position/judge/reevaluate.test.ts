import { describe, expect, test } from 'vitest'
import { ruleToEvaluate } from './conditions.ts'
import { emptyTrack } from './evaluate.ts'
import type { Fix } from './fix.ts'
import type { Occurrence } from './occurrence.ts'
import { findRestartTime, reconcile, reevaluate, type StoredOccurrence } from './reevaluate.ts'

const minute = 60_000
const base = Date.parse('2026-03-02T07:00:00+08:00')
const at = (minutes: number) => base + minutes * minute
const fix = (minutes: number, speed = 0): Fix => ({ time: at(minutes), lng: 120, lat: 30, speed, located: true, alarm: 0 })
const speeding = (cooldown: number) =>
  ruleToEvaluate({ id: 1, condition: { kind: 'speeding', limit: 60 }, hours: [], minDuration: 0, cooldown }, [], 0)
const offline = (cooldown: number) =>
  ruleToEvaluate({ id: 2, condition: { kind: 'offline', after: 600 }, hours: [], minDuration: 0, cooldown }, [], 0)

const overflow = ruleToEvaluate(
  { id: 3, condition: { kind: 'overflow', above: 80 }, hours: [], minDuration: 0, cooldown: 0 },
  [],
  0,
)
const filled = (minutes: number, fill: number): Fix => ({ ...fix(minutes), values: { fill } })

describe('settled', () => {
  test.each([
    ['not by a fix that says nothing of what the rule is about', [overflow], [fix(0), filled(5, 95), fix(6)], 7, null],
    ['by the first one that does', [overflow], [fix(0), filled(5, 50), filled(6, 95)], 7, 5],
    ['a slow fix without cooldown', [speeding(0)], [fix(0), fix(1, 80), fix(2), fix(3, 80)], 4, 2],
    ['not before the cooldown is over', [speeding(120)], [fix(0, 80), fix(1), fix(2), fix(3), fix(4, 80)], 5, 3],
    ['always fast', [speeding(0)], [fix(0, 80), fix(1, 80), fix(2, 80)], 2.5, null],
    ['always fast but for a break', [speeding(0)], [fix(0, 80), fix(1, 80), fix(12, 80), fix(13, 80)], 13, 12],
    ['a break that a late fix fills', [speeding(0)], [fix(0, 80), fix(1, 80), fix(6, 80), fix(12, 80), fix(13, 80)], 6, null],
    ['a break shorter than the cooldown', [speeding(900)], [fix(0, 80), fix(1, 80), fix(12, 80), fix(13, 80)], 13, null],
    ['any fix when being offline does not cool', [offline(0)], [fix(0), fix(20), fix(40)], 41, 40],
    ['not soon after a silence', [offline(1800)], [fix(0), fix(20), fix(25), fix(30)], 31, null],
    ['all rules at once', [speeding(0), offline(120)], [fix(0), fix(1), fix(2), fix(3, 80), fix(14), fix(15)], 15, 2],
    ['nothing before', [speeding(0)], [fix(1)], 1, null],
  ])('%s', (_, rules, fixes, late, expected) => {
    expect(findRestartTime(rules, fixes, at(late))).toBe(expected === null ? null : at(expected))
  })
})

test('reevaluate leaves alone what started before its fixes', () => {
  const { wanted } = reevaluate(emptyTrack([speeding(0), offline(0)]), [fix(5), fix(6, 80)], at(6))
  expect(wanted.occurrences).toMatchObject([{ ruleId: 1, start: at(6), end: null }])
  expect([...wanted.floors]).toEqual([
    [1, at(5)],
    [2, at(5)],
  ])
})

describe('reconcile', () => {
  const one = (start: number, end: number | null, some: Partial<StoredOccurrence> = {}): StoredOccurrence => ({
    id: 1,
    ruleId: 1,
    judged: false,
    start,
    end,
    last: end ?? start,
    lng: 120,
    lat: 30,
    limit: 60,
    peak: 80,
    ...some,
  })
  const fact = ({ id: _, judged: __, ...occurrence }: StoredOccurrence): Occurrence => occurrence
  const floors = new Map([
    [1, 0],
    [2, 0],
  ])
  const run = (stored: StoredOccurrence[], occurrences: StoredOccurrence[]) =>
    reconcile(stored, { occurrences: occurrences.map(fact), floors })

  test('nothing to do', () => {
    expect(run([one(10, 20)], [one(10, 20)])).toEqual({ insert: [], update: [], remove: [] })
  })
  test('an end, a peak', () => {
    expect(run([one(10, null)], [one(10, 20)]).update).toEqual([{ id: 1, occurrence: fact(one(10, 20)) }])
    expect(run([one(10, 20)], [one(10, 20, { peak: 90 })]).update).toHaveLength(1)
  })
  test('an earlier start moves the one it overlaps', () => {
    expect(run([one(10, 20)], [one(5, 20)])).toEqual({
      insert: [],
      update: [{ id: 1, occurrence: fact(one(5, 20)) }],
      remove: [],
    })
  })
  test('one that fell in two keeps the nearer start', () => {
    const { insert, update, remove } = run([one(10, 40)], [one(8, 20), one(30, 40)])
    expect([insert, update.map(({ id, occurrence }) => [id, occurrence.start]), remove]).toEqual([
      [fact(one(30, 40))],
      [[1, 8]],
      [],
    ])
  })
  test('two that became one', () => {
    const { insert, update, remove } = run([one(10, 20), one(30, 40, { id: 2 })], [one(10, 40)])
    expect([insert, update.map(({ id }) => id), remove]).toEqual([[], [1], [2]])
  })
  test('the same start goes before a mere overlap', () => {
    const { insert, update, remove } = run([one(10, null), one(30, 40, { id: 2 })], [one(9, 20), one(10, 12), one(30, 40)])
    expect([insert, update.map(({ occurrence }) => occurrence.start), remove]).toEqual([[fact(one(9, 20))], [10], []])
  })
  test('one far away is another', () => {
    expect(run([one(10, 20)], [one(30, 40)])).toEqual({ insert: [fact(one(30, 40))], update: [], remove: [1] })
  })
  test('judged ones stay', () => {
    expect(run([one(10, 20, { judged: true })], []).remove).toEqual([])
    expect(run([one(10, 20)], []).remove).toEqual([1])
  })
  test('other rules and violations below the floor stay', () => {
    expect(run([one(10, 20, { ruleId: 3 })], []).remove).toEqual([])
    expect(reconcile([one(10, 20)], { occurrences: [], floors: new Map([[1, 11]]) }).remove).toEqual([])
    expect(run([one(10, 20, { ruleId: 2 })], [one(10, 20)])).toEqual({ insert: [fact(one(10, 20))], update: [], remove: [1] })
  })
})
