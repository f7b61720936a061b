import { metresPerDegree } from '@huanwei/contract/geometry'
import { ObjectType } from '@huanwei/contract/objects'
import { hourMs } from '@huanwei/contract/time'
import { JobType } from '@huanwei/contract/work/codes'
import { expect, test } from 'vitest'
import { marksFrom, storedMarks, timeOfMark } from './marks.ts'
import { figuresOf, measure, paceOf, plannedMetresOf, timesAtWork, type WorkFix } from './measure.ts'
import { layoutOf, splitLine } from './pieces.ts'
import type { CrewType } from './table.ts'

const [lng0, lat0] = [104.0657, 30.6571]
const perLng = metresPerDegree * Math.cos((lat0 * Math.PI) / 180)
/** A place so many metres east and north. */
const place = (east: number, north = 0): [number, number] => [lng0 + east / perLng, lat0 + north / metresPerDegree]
/** A street of 1 000 m to the east, and a toilet at its end. */
const road = { areaId: 1, name: '人民路', width: 20, line: [place(0), place(1000)] }
const stop = { facilityId: 1, name: '公厕', lng: place(1000)[0], lat: place(1000)[1] }
const start = Date.parse('2026-01-05T05:00:00+08:00')
const window = { start, end: start + 8 * hourMs }

/** Fixes every 10 s from one place to another at a speed, km/h. */
function drive(from: [number, number], to: [number, number], speed: number, at = start, isOn = true): WorkFix[] {
  const metres = Math.hypot(to[0] - from[0], to[1] - from[1])
  const step = (speed / 3.6) * 10
  const count = Math.floor(metres / step) + 1
  return Array.from({ length: count }, (_, i) => {
    const [lng, lat] = place(from[0] + ((to[0] - from[0]) * i * step) / metres, from[1] + ((to[1] - from[1]) * i * step) / metres)
    return { time: at + i * 10_000, lng, lat, speed, isOn }
  })
}

function outcome(
  fixes: WorkFix[],
  {
    stops = [] as (typeof stop)[],
    roads = [road],
    jobType = JobType.clean as JobType,
    goal = 90,
    by = ObjectType.vehicle as CrewType,
  } = {},
) {
  const layout = layoutOf({ roads, stops })
  const [pieces, visits, leaves] = [layout.pieces, layout.stops, layout.stops].map(({ length }) => new Uint16Array(length))
  const marks = { pieces: pieces!, stops: visits!, leaves: leaves! }
  measure(paceOf(by, jobType), layout, window, fixes, marks)
  return { ...figuresOf(layout, goal, start, marks), planned: plannedMetresOf(layout), marks }
}

test('a road that was swept from end to end is done when enough of it was', () => {
  const fixes = drive([0, 0], [1000, 0], 12)
  const { planned, workedMetres, doneTime, firstTime } = outcome(fixes)
  expect([planned, workedMetres]).toEqual([1000, 1000])
  expect(firstTime).toBe(start + 10_000)
  // 900 m at 33.3 m a fix.
  expect(doneTime).toBe(start + 270_000)
})

test.each<[string, WorkFix[], number]>([
  ['half of it', drive([0, 0], [500, 0], 12), 500],
  ['the other way, on the lane beside it', drive([1000, 8], [0, 8], 12), 1000],
  ['too fast', drive([0, 0], [1000, 0], 40), 0],
  ['with the implement off', drive([0, 0], [1000, 0], 12, start, false), 0],
  ['along the next street', drive([0, 60], [1000, 60], 12), 0],
  ['across it', drive([500, -200], [500, 200], 12), 0],
  ['twice', [...drive([0, 0], [1000, 0], 12), ...drive([1000, 0], [0, 0], 12, start + hourMs)], 1000],
  ['two fixes with nothing known between them', [drive([0, 0], [1000, 0], 12)[0]!, drive([0, 0], [1000, 0], 12).at(-1)!], 0],
])('%s', (_, fixes, metres) => {
  // The last fix is within a step of the end of the way.
  expect(Math.abs(outcome(fixes).workedMetres - metres)).toBeLessThanOrEqual(40)
})

test('a stop is visited by whoever stands there, not by who passes', () => {
  const way = drive([0, 30], [1000, 30], 36)
  const only = { roads: [], stops: [stop] }
  expect(outcome(way, only)).toMatchObject({ visitedCount: 0, doneTime: null })
  const arrival = way.at(-1)!.time + 10_000
  const stand = (seconds: number) => [0, seconds].map((s) => ({ ...way.at(-1)!, time: arrival + s * 1000, speed: 0 }))
  expect(outcome([...way, ...stand(20)], only).visitedCount).toBe(0)
  expect(outcome([...way, ...stand(30)], only)).toMatchObject({ visitedCount: 1, doneTime: arrival })
  // A terminal that reports rarely while it stands.
  expect(outcome([...way, ...stand(600)], only)).toMatchObject({ visitedCount: 1, firstTime: arrival })
})

test('a stop is left when a vehicle that stood there long enough was last seen to stand', () => {
  const way = drive([0, 30], [1000, 30], 36)
  const arrival = way.at(-1)!.time + 10_000
  const at = (second: number, speed = 0) => ({ ...way.at(-1)!, time: arrival + second * 1000, speed })
  const leftAfter = (...fixes: WorkFix[]) => {
    const [mark] = outcome([...way, ...fixes], { roads: [], stops: [stop] }).marks.leaves
    return mark ? (timeOfMark(mark, start) - arrival) / 1000 : undefined
  }
  expect(leftAfter(at(0), at(20))).toBeUndefined()
  expect(leftAfter(at(0), at(20), at(40), at(60, 30))).toBe(40)
  // Who stops shortly later, as at a red light, was not there again.
  expect(leftAfter(at(0), at(40), at(60, 30), at(3000), at(3010), at(3020, 30))).toBe(40)
  expect(leftAfter(at(0), at(40), at(60, 30), at(3000), at(3040))).toBe(3040)
})

const onFoot = { by: ObjectType.person }

test.each<[string, WorkFix[], number]>([
  ['walked, with rests', [...drive([0, 0], [500, 0], 4), ...drive([500, 0], [1000, 0], 4, start + hourMs)], 1000],
  ['as the badge says that it stands', drive([0, 0], [1000, 0], 4).map((fix) => ({ ...fix, speed: 0 })), 1000],
  ['ridden', drive([0, 0], [1000, 0], 15), 0],
  [
    'ridden between two fixes that stand',
    [0, 500].map((east, i) => ({ ...drive([east, 0], [1000, 0], 1, start + i * 60_000)[0]!, speed: 0 })),
    0,
  ],
])('on foot, %s', (_, fixes, metres) => {
  expect(Math.abs(outcome(fixes, onFoot).workedMetres - metres)).toBeLessThanOrEqual(40)
})

test('on foot a stop is visited by who stays there, not by who walks past', () => {
  const only = { ...onFoot, roads: [], stops: [stop] }
  const past = drive([900, 0], [1100, 0], 4)
  expect(outcome(past, only).visitedCount).toBe(0)
  const there = past[9]!
  const stay = [10, 50].map((second) => ({ ...there, time: there.time + second * 1000, speed: 1 }))
  expect(outcome([...past.slice(0, 10), ...stay], only).visitedCount).toBe(1)
})

test('a task with roads and stops is done with both', () => {
  const way = drive([0, 0], [1000, 0], 12)
  expect(outcome(way, { stops: [stop] }).doneTime).toBeNull()
  const arrival = way.at(-1)!.time + 10_000
  const there = [0, 40].map((s) => ({ ...way.at(-1)!, time: arrival + s * 1000, speed: 0 }))
  expect(outcome([...way, ...there], { stops: [stop] }).doneTime).toBe(arrival)
})

test('marks are stored and read, and a line is split where they end', () => {
  const { marks } = outcome(drive([0, 0], [500, 0], 12))
  const stored = marksFrom(storedMarks(marks.pieces), marks.pieces.length)
  expect(stored).toEqual(marks.pieces)
  expect(marksFrom(storedMarks(marks.pieces), 7)).toEqual(new Uint16Array(7))
  const { worked, open } = splitLine(road.line, stored)
  expect([worked.length, open.length]).toEqual([1, 1])
  expect(worked[0]).toHaveLength(2)
  expect(worked[0]![1]).toEqual(open[0]![0])
  expect(splitLine(road.line, new Uint16Array(50)).worked).toEqual([])
})

test('the times at work are those on the roads and at the stops, and no others', () => {
  const layout = layoutOf({ roads: [road], stops: [stop] })
  const standing = Array.from({ length: 7 }, (_, i): WorkFix => {
    const [lng, lat] = place(1000)
    return { time: start + 300_000 + i * 10_000, lng, lat, speed: 0, isOn: true }
  })
  const beside = drive([1000, 500], [0, 500], 12, start + 400_000)
  const times = timesAtWork(paceOf(ObjectType.vehicle, JobType.clean), layout, [
    ...drive([0, 0], [900, 0], 12),
    ...standing,
    ...beside,
  ])
  const seconds = times.map(({ from, to }) => [from, to].map((time) => (time - start) / 1000))
  const swept = seconds.filter(([, to]) => to! <= 270)
  expect([swept[0], swept.at(-1), swept.length]).toEqual([[0, 10], [260, 270], 27])
  expect(seconds.slice(swept.length)).toEqual([30, 40, 50, 60].map((after) => [300, 300 + after]))
})
