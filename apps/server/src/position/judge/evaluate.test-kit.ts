/** Tracks, rules and arrivals for property tests; all times are multiples of ten seconds. */
import type { Condition } from '@huanwei/contract/rules/endpoints'
import type { Hours } from '@huanwei/contract/shifts/endpoints'
import fc from 'fast-check'
import { type RuleToEvaluate, ruleToEvaluate } from './conditions.ts'
import { violationsOf } from './evaluate.ts'
import type { Fix } from './fix.ts'
import type { Occurrence } from './occurrence.ts'

export const second = 1000
export const base = Date.parse('2026-03-02T07:00:00+08:00')
export const seconds = (...values: number[]) => fc.constantFrom(...values).map((value) => value * second)
const everyDay = [1, 2, 3, 4, 5, 6, 7]

export const track = fc
  .array(
    fc.record({
      gap: fc.oneof(
        { weight: 6, arbitrary: seconds(0, 10, 30, 60) },
        { weight: 2, arbitrary: seconds(300, 600, 610, 1200, 5400) },
      ),
      lng: fc.constantFrom(120, 120, 120.0005, 120.1),
      speed: fc.constantFrom(0, 0, 50, 80, 90),
      located: fc.constantFrom(true, true, true, false),
      alarm: fc.constantFrom(0, 0, 1, 4, 5),
      acc: fc.boolean(),
      safety: fc.constantFrom([], [0x6501], [0x6502, 0x6503]),
      values: fc.constantFrom<Record<string, number>[]>(
        {},
        { battery: 10 },
        { battery: 90 },
        { ammonia: 5, fill: 95 },
        { 'ammonia.2': 30, fill: 20 },
        { peopleIn: 40, 'peopleIn.2': 20 },
      ),
    }),
    { minLength: 1, maxLength: 40 },
  )
  .map((steps) => {
    let time = base
    return steps.map(({ gap, ...rest }): Fix => {
      time += gap
      return { time, lat: 30, ...rest }
    })
  })

const condition = fc.constantFrom<Condition[]>(
  { kind: 'speeding', limit: 60 },
  { kind: 'outOfArea', areaIds: [1] },
  { kind: 'terminalAlarm', bit: 0 },
  { kind: 'terminalAlarm', bit: 2 },
  { kind: 'outOfArea', areaIds: [], ownAreas: true },
  { kind: 'inArea', areaIds: [1] },
  { kind: 'offRoute', areaIds: [1] },
  { kind: 'parked', after: 60 },
  { kind: 'idling', after: 60 },
  { kind: 'fatigue', after: 300, rest: 60 },
  { kind: 'fatigue', after: 600, rest: 1200 },
  { kind: 'offHours' },
  { kind: 'activeSafety', addition: 0x65, types: [1, 3] },
  { kind: 'absent', areaIds: [1], after: 60 },
  { kind: 'absent', areaIds: [], ownAreas: true, after: 60 },
  { kind: 'staying', after: 60, radius: 100 },
  { kind: 'late', areaIds: [1], grace: 60 },
  { kind: 'late', areaIds: [1], grace: 600 },
  { kind: 'leavingEarly', areaIds: [1], grace: 60 },
  { kind: 'leavingEarly', areaIds: [1], grace: 600 },
  { kind: 'sos' },
  { kind: 'lowBattery', below: 20 },
  { kind: 'reading', metric: 'ammonia', above: 10 },
  { kind: 'overflow', above: 80 },
  { kind: 'flow', perHour: 100 },
  { kind: 'offline', after: 60 },
  { kind: 'offline', after: 300 },
  { kind: 'offline', after: 900 },
)
const hours = fc.constantFrom<Hours[][]>(
  [],
  [],
  [{ start: '07:10', end: '07:40', weekdays: everyDay }],
  [
    { start: '06:00', end: '07:05', weekdays: everyDay },
    { start: '07:06', end: '07:20', weekdays: everyDay },
    { start: '08:00', end: '12:00', weekdays: [1] },
  ],
)
export const rules = fc
  .array(
    fc.record({
      condition,
      hours,
      minDuration: fc.constantFrom(0, 0, 30, 300),
      cooldown: fc.constantFrom(0, 0, 60, 900, 3600),
      validFrom: fc.constantFrom(0, 0, base + 600 * second),
    }),
    { minLength: 1, maxLength: 6 },
  )
  .map((list) =>
    list.map(({ validFrom, ...rule }, i) =>
      ruleToEvaluate({ id: i + 1, ...rule }, [{ kind: 'circle', centre: [120, 30], radius: 1000 }], validFrom),
    ),
  )

/** Arrivals: where each fix of the track goes in the order (with repeats), how many come at once, clock steps, restarts. */
export const arrival = fc.array(
  fc.record({
    pick: fc.nat(),
    size: fc.integer({ min: 1, max: 5 }),
    wait: seconds(0, 10, 60, 700, 3600),
    restarts: fc.boolean(),
  }),
  { minLength: 10, maxLength: 60 },
)

export const sorted = <T extends Occurrence>(list: readonly T[]) =>
  list.toSorted((a, b) => a.ruleId - b.ruleId || a.start - b.start)

export const wantedOf = (list: readonly RuleToEvaluate[], fixes: readonly Fix[], now: number) =>
  sorted(list.flatMap((rule) => violationsOf(rule, fixes, now)))
