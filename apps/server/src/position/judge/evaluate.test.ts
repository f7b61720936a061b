import type { Condition } from '@huanwei/contract/rules/endpoints'
import type { Hours } from '@huanwei/contract/shifts/endpoints'
import { describe, expect, test } from 'vitest'
import { ruleToEvaluate } from './conditions.ts'
import { emptyTrack, evaluate, nextDue, type RuleTrack, rereadFrom, violationsOf, withRules } from './evaluate.ts'
import type { Fix } from './fix.ts'
import { trackBefore } from './reevaluate.ts'

/** A Monday; times below are seconds after it. */
const base = Date.parse('2026-03-02T07:00:00+08:00')
const at = (seconds: number) => base + seconds * 1000
const fix = (seconds: number, some: Partial<Fix> = {}): Fix => ({
  time: at(seconds),
  lng: 120,
  lat: 30,
  speed: 0,
  located: true,
  alarm: 0,
  ...some,
})
const fast = (...seconds: number[]) => seconds.map((time) => fix(time, { speed: 80 }))
const slow = (...seconds: number[]) => seconds.map((time) => fix(time))

type Terms = { hours?: Hours[]; minDuration?: number; cooldown?: number; validFrom?: number }
const rule = (condition: Condition, { validFrom = 0, ...terms }: Terms = {}) =>
  ruleToEvaluate(
    { id: 1, condition, hours: [], minDuration: 0, cooldown: 0, ...terms },
    [{ kind: 'circle', centre: [120, 30], radius: 1000 }],
    validFrom,
  )
const speeding = (terms?: Terms) => rule({ kind: 'speeding', limit: 60 }, terms)
const offline = (terms?: Terms) => rule({ kind: 'offline', after: 600 }, terms)
const hours = (start: string, end: string): Hours => ({ start, end, weekdays: [1, 2, 3, 4, 5] })

/** `start..end` of each violation in seconds; one in force has no end. */
const spans = (one: ReturnType<typeof rule>, fixes: Fix[], now: number) =>
  violationsOf(one, fixes, at(now)).map(
    ({ start, end }) => `${(start - base) / 1000}..${end === null ? '' : (end - base) / 1000}`,
  )

describe('speeding', () => {
  test.each<[string, Terms, Fix[], number, string[]]>([
    ['from the first fast fix to the first slow one', {}, [...slow(0), ...fast(10, 20), ...slow(30)], 30, ['10..30']],
    ['in force', {}, fast(10, 20), 25, ['10..']],
    ['one fix is enough without a minimum', {}, [...fast(10), ...slow(20)], 20, ['10..20']],
    ['shorter than the minimum', { minDuration: 30 }, [...fast(0, 29), ...slow(60)], 60, []],
    ['as long as the minimum', { minDuration: 30 }, [...fast(0, 30), ...slow(60)], 60, ['0..60']],
    ['a break ends it at the fix before', {}, [...fast(0, 10), ...fast(611)], 611, ['0..10', '611..']],
    ['ten minutes are no break', {}, [...fast(0, 10), ...fast(610)], 610, ['0..']],
    ['a slow fix after a break', {}, [...fast(0, 10), ...slow(700)], 700, ['0..10']],
    ['silence ends it when it is a break', {}, fast(0, 10), 611, ['0..10']],
    ['and not before', {}, fast(0, 10), 610, ['0..']],
    ['outside the hours', { hours: [hours('07:10', '08:00')] }, [...fast(0, 60), ...slow(120)], 120, []],
    ['into the hours', { hours: [hours('07:01', '08:00')] }, [...fast(30, 60, 90), ...slow(120)], 120, ['60..120']],
    ['out of the hours', { hours: [hours('06:00', '07:01')] }, fast(30, 50, 60, 90), 90, ['30..50']],
    ['out by the clock', { hours: [hours('06:00', '07:01')] }, fast(30, 50), 60, ['30..50']],
    [
      'from hours to hours',
      { hours: [hours('06:00', '07:01'), hours('07:02', '08:00')] },
      fast(50, 130, 140),
      140,
      ['50..50', '130..'],
    ],
    ['again within the cooldown', { cooldown: 60 }, [...fast(0), ...slow(10), ...fast(20, 60), ...slow(65)], 65, ['0..10']],
    [
      'still after the cooldown',
      { cooldown: 60 },
      [...fast(0), ...slow(10), ...fast(20, 75), ...slow(80)],
      80,
      ['0..10', '75..80'],
    ],
    ['at the end of the cooldown', { cooldown: 60 }, [...fast(0), ...slow(10), ...fast(70)], 70, ['0..10', '70..']],
    [
      'the minimum counts from there',
      { cooldown: 60, minDuration: 20 },
      [...fast(0, 20), ...slow(30), ...fast(80, 95, 114)],
      114,
      ['0..30'],
    ],
    [
      'what was too short cools nothing',
      { cooldown: 60, minDuration: 20 },
      [...fast(0), ...slow(5), ...fast(10, 30)],
      30,
      ['10..'],
    ],
    ['without a position', {}, [...fast(0), fix(10, { speed: 80, located: false }), ...fast(20)], 20, ['0..10', '20..']],
    ['before the rule', { validFrom: at(15) }, fast(0, 10, 20), 20, ['20..']],
  ])('%s', (_, terms, fixes, now, expected) => {
    expect(spans(speeding(terms), fixes, now)).toEqual(expected)
    expect(spans(speeding(terms), [...fixes.toReversed(), ...fixes], now)).toEqual(expected)
  })

  test('tells where it started, the limit and the peak', () => {
    const fixes = [fix(0, { speed: 70, lng: 121 }), fix(10, { speed: 95 }), fix(20, { speed: 80 })]
    expect(violationsOf(speeding(), fixes, at(20))).toEqual([
      { ruleId: 1, start: at(0), end: null, last: at(20), lng: 121, lat: 30, limit: 60, peak: 95 },
    ])
  })
})

test('out of area: from the first fix outside to the first inside', () => {
  const fixes = [fix(0), fix(10, { lng: 120.1 }), fix(20, { lng: 120.2 }), fix(30)]
  expect(spans(rule({ kind: 'outOfArea', areaIds: [1] }), fixes, 30)).toEqual(['10..30'])
})

test('terminal alarm: rising to falling edge, each bit for itself', () => {
  const fixes = [fix(0, { alarm: 0b100 }), fix(10, { alarm: 0b101 }), fix(20, { alarm: 0b100 }), fix(30)]
  expect(spans(rule({ kind: 'terminalAlarm', bit: 0 }), fixes, 30)).toEqual(['10..20'])
  expect(spans(rule({ kind: 'terminalAlarm', bit: 2 }), fixes, 30)).toEqual(['0..30'])
  expect(spans(rule({ kind: 'terminalAlarm', bit: 1 }), fixes, 30)).toEqual([])
})

describe('offline', () => {
  const day = 86_400
  test.each<[string, Terms, Fix[], number, string[]]>([
    ['never heard', {}, [], day, []],
    ['silent as long as allowed', {}, slow(0, 600), 1200, []],
    ['silent for longer', {}, slow(0, 601), 700, ['0..601']],
    ['silent until now', {}, slow(0), 601, ['0..']],
    ['a minimum on top', { minDuration: 60 }, slow(0), 660, []],
    ['and longer than both', { minDuration: 60 }, slow(0), 661, ['0..']],
    ['from the opening', { hours: [hours('08:00', '17:00')] }, slow(0), 3600 + 601, ['3600..']],
    ['not long enough since the opening', { hours: [hours('08:00', '17:00')] }, slow(0), 3600 + 600, []],
    ['until the closing', { hours: [hours('08:00', '17:00')] }, slow(0), 36_000, ['3600..36000']],
    ['every working day', { hours: [hours('08:00', '17:00')] }, slow(0), day + 36_000, ['3600..36000', '90000..122400']],
    ['not at the weekend', { hours: [hours('08:00', '17:00')] }, slow(4 * day + 43_200), 6 * day + 43_200, []],
    ['heard in the night only', { hours: [hours('08:00', '17:00')] }, slow(0, 43_200, day), day, ['3600..36000']],
    ['again within the cooldown', { cooldown: 3600 }, slow(0, 700, 2000), 2000, ['0..700']],
    ['still after the cooldown', { cooldown: 3600 }, slow(0, 700, 710), 5000, ['0..700', '4300..']],
    ['before the rule', { validFrom: at(1000) }, slow(0), 1601, ['1000..']],
  ])('%s', (_, terms, fixes, now, expected) => {
    expect(spans(offline(terms), fixes, now)).toEqual(expected)
  })

  test('a vehicle out of use is reported for a month, not for years', () => {
    const found = violationsOf(offline({ hours: [hours('08:00', '17:00')] }), slow(0, 20 * 365 * day), at(20 * 365 * day))
    expect(found.length).toBeGreaterThan(20)
    expect(found.length).toBeLessThan(32)
  })
})

describe('conditions that last', () => {
  const walk = (...places: [seconds: number, lng: number][]) => places.map(([seconds, lng]) => fix(seconds, { lng }))
  /** A report every ten seconds: at rest with the speed of its drift, and driving off. */
  const drifting = (from: number, count: number) =>
    Array.from({ length: count }, (_, i) => fix(from + i * 10, { lng: 120 + (i % 2) * 0.0003, speed: 11 }))
  const leaving = (from: number, count: number) =>
    Array.from({ length: count }, (_, i) => fix(from + i * 10, { lng: 120.003 + i * 0.003, speed: 60 }))
  test.each<[string, Condition, Fix[], number, string[]]>([
    ['parked for long enough', { kind: 'parked', after: 60 }, [...fast(0), ...slow(10, 70), ...fast(80)], 80, ['10..80']],
    ['parked while it drifts', { kind: 'parked', after: 300 }, [...drifting(0, 60), ...leaving(600, 5)], 650, ['180..610']],
    [
      'drifting at rest outside its hours',
      { kind: 'offHours' },
      [...Array.from({ length: 20 }, (_, i) => fix(i * 10)), ...drifting(200, 40)],
      600,
      [],
    ],
    ['not yet parked', { kind: 'parked', after: 60 }, slow(10, 69), 500, []],
    [
      'driving with short stops',
      { kind: 'fatigue', after: 600, rest: 300 },
      [...fast(0, 300), ...slow(400, 600), ...fast(690)],
      690,
      ['0..'],
    ],
    [
      'until the rest began',
      { kind: 'fatigue', after: 600, rest: 300 },
      [...fast(0, 300, 600), ...slow(650, 950)],
      950,
      ['0..650'],
    ],
    [
      'a rest before',
      { kind: 'fatigue', after: 600, rest: 300 },
      [...fast(0, 300), ...slow(350, 649, 650), ...fast(700)],
      900,
      [],
    ],
    ['in one place', { kind: 'staying', after: 60, radius: 100 }, walk([0, 120], [60, 120.0005], [90, 120.1]), 90, ['0..90']],
    [
      'slowly away',
      { kind: 'staying', after: 60, radius: 100 },
      walk([0, 120], [50, 120.0009], [70, 120.0018], [110, 120.0026]),
      110,
      [],
    ],
  ])('%s', (_, condition, fixes, now, expected) => {
    expect(spans(rule(condition), fixes, now)).toEqual(expected)
  })
})

describe('spans of hours', () => {
  const [there, away] = [(seconds: number) => fix(seconds), (seconds: number) => fix(seconds, { lng: 121 })]
  const shift = { hours: [hours('08:00', '09:00')] }
  const late = rule({ kind: 'late', areaIds: [1], grace: 300 }, shift)
  const leaving = rule({ kind: 'leavingEarly', areaIds: [1], grace: 300 }, shift)
  test.each<[string, ReturnType<typeof rule>, Fix[], number, string[]]>([
    ['there in time', late, [away(0), there(3900)], 4000, []],
    ['there before it began', late, [away(0), there(3000)], 4000, []],
    ['there too long before', late, [away(0), there(2999)], 3901, ['3900..']],
    ['too late', late, [away(0), away(3700), there(4000)], 4000, ['3900..4000']],
    ['silent, then too late', late, [away(0), there(4000)], 4000, ['3900..4000']],
    ['not at all', late, [away(0), away(5000)], 8000, ['3900..7200']],
    ['every working day', late, [away(0), away(90_000)], 95_000, ['3900..7200', '90300..93600']],
    ['there until the end', leaving, [there(4000), there(6900), away(6910)], 8000, []],
    ['gone and back', leaving, [there(4000), away(5000), there(7000)], 8000, []],
    ['gone', leaving, [there(4000), there(6899), away(6910)], 7200, ['6899..7200']],
    ['gone, as long as it is not over', leaving, [there(4000), away(6910)], 7199, []],
    ['never there', leaving, [away(4000)], 8000, []],
  ])('%s', (_, one, fixes, now, expected) => {
    expect(spans(one, fixes, now)).toEqual(expected)
    expect(spans(one, [...fixes.toReversed(), ...fixes], now)).toEqual(expected)
  })
})

describe('evaluate', () => {
  const kinds = (track: RuleTrack, fixes: Fix[], now: number) => {
    const { next, changed } = evaluate(track, fixes, at(now))
    return { next, kinds: changed.map(({ kind }) => kind) }
  }

  test('tells start, growth, the end by the clock, and the return', () => {
    let step = kinds(emptyTrack([speeding({ minDuration: 10 })]), fast(0, 5), 5)
    expect(step.kinds).toEqual([])
    step = kinds(step.next, fast(10), 10)
    expect(step.kinds).toEqual(['started'])
    step = kinds(step.next, fast(20), 20)
    expect(step.kinds).toEqual(['grown'])
    expect(nextDue(step.next)).toBe(at(620) + 1)
    step = kinds(step.next, [], 700)
    expect(step.kinds).toEqual(['ended'])
    expect(nextDue(step.next)).toBe(Number.POSITIVE_INFINITY)
    step = kinds(step.next, fast(300), 710)
    expect(step.kinds).toEqual(['grown'])
    step = kinds(step.next, slow(310), 711)
    expect(step.kinds).toEqual(['ended'])
    expect(rereadFrom(step.next)).toBeNull()
  })

  test('withdraws a silence that delayed fixes fill', () => {
    const silent = kinds(evaluate(emptyTrack([offline()]), slow(0), at(0)).next, [], 700)
    expect(silent.kinds).toEqual(['started'])
    expect(kinds(silent.next, slow(300, 600), 800).kinds).toEqual(['withdrawn'])
  })

  test('a clock set back takes nothing back', () => {
    const silent = kinds(evaluate(emptyTrack([offline()]), slow(0), at(0)).next, [], 700)
    expect(kinds(silent.next, [], 500).kinds).toEqual([])
  })

  test('tells a late fix and leaves the track alone', () => {
    const { next: track } = evaluate(emptyTrack([speeding()]), fast(0, 10, 20), at(20))
    expect(evaluate(track, [...slow(15), ...fast(30)], at(30))).toEqual({ next: track, changed: [], late: at(15) })
    expect(evaluate(track, fast(20), at(20))).toMatchObject({ changed: [], late: null })
    expect(evaluate(track, [fix(20, { speed: 81 })], at(20)).late).toBe(at(20))
  })

  test('changes no states while a violation only goes on', () => {
    const { next: track } = evaluate(emptyTrack([speeding()]), fast(0), at(0))
    expect(evaluate(track, fast(10, 20), at(20)).next.states).toBe(track.states)
    expect(rereadFrom(track)).toBe(at(0))
  })

  test('goes on with the rules that stay and starts the others', () => {
    const [one, other] = [speeding(), rule({ kind: 'terminalAlarm', bit: 0 }, { validFrom: at(15) })]
    const { next: track } = evaluate(emptyTrack([one]), fast(0, 10), at(10))
    const adopted = withRules(track, [{ ...other, id: 2 }, speeding()])
    const { changed } = evaluate(adopted, [fix(20, { speed: 80, alarm: 1 })], at(20))
    expect(changed.map(({ kind, occurrence: { ruleId, start } }) => [kind, ruleId, start])).toEqual([
      ['started', 2, at(20)],
      ['grown', 1, at(0)],
    ])
    expect(withRules(track, [speeding({ validFrom: 1 })]).states).toEqual(emptyTrack([one]).states)
  })

  test('remembers a day well enough to go back', () => {
    let track = emptyTrack([speeding()])
    for (let time = 0; time < 86_400; time += 30) track = evaluate(track, slow(time), at(time)).next
    expect(track.earlier.length).toBeLessThanOrEqual(16)
    for (const age of [31, 100, 1000, 10_000, 40_000]) {
      const before = trackBefore(track, at(86_370 - age))
      expect(before?.last?.time).toBeLessThan(at(86_370 - age))
      expect(before?.last?.time).toBeGreaterThanOrEqual(at(86_370 - 3 * age - 120))
    }
  })
})
