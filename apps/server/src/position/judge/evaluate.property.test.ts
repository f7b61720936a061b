import { hourMs } from '@huanwei/contract/time'
/** However the fixes of a track arrive, the stored violations are in the end those of the sorted track. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { RuleToEvaluate } from './conditions.ts'
import { arrival, base, rules, second, seconds, sorted, track, wantedOf } from './evaluate.test-kit.ts'
import { emptyTrack, evaluate, nextDue, type RuleTrack, rereadFrom } from './evaluate.ts'
import type { Fix } from './fix.ts'
import type { Occurrence } from './occurrence.ts'
import {
  type ExpectedOccurrences,
  findRestartTime,
  reconcile,
  reevaluate,
  type StoredOccurrence,
  trackBefore,
} from './reevaluate.ts'

const isFrom = (from: number) => (fix: Fix) => fix.time >= from

/** Stands for the recorder and its tables. */
class Store {
  fixes: Fix[] = []
  violations: StoredOccurrence[] = []
  readonly reads = { marks: 0, settled: 0, all: 0 }
  private ids = 0
  private track: RuleTrack
  private readonly rules: readonly RuleToEvaluate[]

  constructor(list: readonly RuleToEvaluate[]) {
    this.rules = list
    this.track = emptyTrack(list)
  }

  take(fixes: readonly Fix[], now: number) {
    this.fixes.push(...fixes)
    const { next, changed, late } = evaluate(this.track, fixes, now)
    if (late !== null) return this.readAgain(late, now)
    this.track = next
    for (const { kind, occurrence } of changed) {
      const i = this.violations.findIndex((one) => one.ruleId === occurrence.ruleId && one.start === occurrence.start)
      expect(i === -1).toBe(kind === 'started')
      if (kind === 'started') this.insert(occurrence)
      else if (kind === 'withdrawn') this.violations.splice(i, 1)
      else this.violations[i] = { ...this.violations[i]!, ...occurrence }
      if (kind === 'ended') expect(occurrence.end).not.toBeNull()
    }
  }

  /** The process starts anew: with the same clock nothing changes, neither the stored violations nor what comes later. */
  restart(now: number) {
    const before = this.track
    if (before.last === null) return
    const from = rereadFrom(before) ?? before.last.time
    const stored = this.fixes.filter(isFrom(from - hourMs))
    const { next, wanted } = reevaluate(emptyTrack(this.rules), stored, now, from)
    expect(next.states).toEqual(before.states)
    expect(next.last).toEqual(before.last)
    expect(reconcile(this.violations, wanted)).toEqual({ insert: [], update: [], remove: [] })
    this.track = next
  }

  private readAgain(late: number, now: number) {
    const marked = trackBefore(this.track, late)
    const from = marked ? null : findRestartTime(this.rules, this.fixes.filter(isFrom(late - 1200 * second)), late)
    this.reads[marked ? 'marks' : from === null ? 'all' : 'settled']++
    const { next, wanted } = reevaluate(marked ?? emptyTrack(this.rules), this.fixes, now, from ?? 0)
    this.track = next
    this.write(wanted)
  }

  private write(wanted: ExpectedOccurrences) {
    const { insert, update, remove } = reconcile(this.violations, wanted)
    this.violations = this.violations.filter(({ id }) => !remove.includes(id))
    for (const { id, occurrence } of update) {
      const i = this.violations.findIndex((one) => one.id === id)
      this.violations[i] = { ...this.violations[i]!, ...occurrence }
    }
    insert.forEach((occurrence) => {
      this.insert(occurrence)
    })
  }

  private insert(occurrence: Occurrence) {
    this.violations.push({ ...occurrence, id: ++this.ids, judged: false })
  }

  get facts() {
    return sorted(this.violations.map(({ id: _, judged: __, ...fact }) => fact))
  }
}

describe('step by step', () => {
  test('in order, in pieces of any size, with the clock looking in between', () => {
    fc.assert(
      fc.property(track, rules, arrival, (fixes, list, arrivals) => {
        const store = new Store(list)
        let [sent, now] = [0, base]
        for (const { size, wait, restarts } of arrivals) {
          now += wait
          // The same device time must not come in two pieces: that would be a late fix.
          let end = Math.min(fixes.length, sent + size)
          while (end < fixes.length && fixes[end]!.time === fixes[end - 1]!.time) end++
          store.take(fixes.slice(sent, end), now)
          sent = end
          expect(store.facts).toEqual(wantedOf(list, fixes.slice(0, sent), now))
          if (restarts) store.restart(now)
        }
        expect(store.reads).toEqual({ marks: 0, settled: 0, all: 0 })
      }),
      { numRuns: 500 },
    )
  })

  test('in any order with duplicates and restarts', () => {
    const reads = { marks: 0, settled: 0, all: 0 }
    fc.assert(
      fc.property(track, rules, arrival, (fixes, list, arrivals) => {
        const store = new Store(list)
        const waiting = [...fixes]
        let now = base
        for (const { pick, size, wait, restarts } of arrivals) {
          now += wait
          const some = waiting.splice(pick % Math.max(1, waiting.length), size)
          const again = fixes
            .slice(pick % fixes.length, (pick % fixes.length) + (size % 2))
            .filter((fix) => !waiting.includes(fix))
          store.take([...some, ...again], now)
          expect(store.facts).toEqual(wantedOf(list, store.fixes, now))
          if (restarts) store.restart(now)
        }
        for (const [key, count] of Object.entries(store.reads)) if (isRead(key)) reads[key] += count
      }),
      { numRuns: 1000 },
    )
    expect(Math.min(...Object.values(reads))).toBeGreaterThan(50)
  })

  test('the clock changes nothing before it is due', () => {
    fc.assert(
      fc.property(
        track,
        rules,
        seconds(0, 60, 1200, 9000),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        (fixes, list, wait, part) => {
          const { next } = evaluate(emptyTrack(list), fixes, fixes.at(-1)!.time + wait)
          const until = Math.min(nextDue(next), next.now + 86_400 * second)
          expect(until).toBeGreaterThan(next.now)
          expect(evaluate(next, [], next.now + Math.floor((until - 1 - next.now) * part)).changed).toEqual([])
        },
      ),
      { numRuns: 500 },
    )
  })
})

const isRead = (key: string): key is keyof Store['reads'] => key === 'marks' || key === 'settled' || key === 'all'
