import { hourMs } from '@huanwei/contract/time'
import { describe, expect, test } from 'vitest'
import { holds, ruleToEvaluate } from './conditions.ts'
import { type Fix, mergeFixes, sortFixes, withPeopleCounts } from './fix.ts'

const fix = (some: Partial<Fix>): Fix => ({ time: 1000, lng: 120, lat: 30, speed: 0, located: true, alarm: 0, ...some })
const rule = (condition: Parameters<typeof ruleToEvaluate>[0]['condition'], validFrom = 0) =>
  ruleToEvaluate(
    { id: 1, condition, hours: [], minDuration: 0, cooldown: 0 },
    [
      { kind: 'circle', centre: [120, 30], radius: 1000 },
      { kind: 'circle', centre: [121, 30], radius: 1000 },
    ],
    validFrom,
  )
const speeding = rule({ kind: 'speeding', limit: 60 })
const outOfArea = rule({ kind: 'outOfArea', areaIds: [1, 2] })
const inArea = rule({ kind: 'inArea', areaIds: [1, 2] })
const assistant = rule({ kind: 'activeSafety', addition: 0x65, types: [2, 3] })
const smell = rule({ kind: 'reading', metric: 'ammonia', above: 20 })
const bit = (n: number) => rule({ kind: 'terminalAlarm', bit: n })
const offline = rule({ kind: 'offline', after: 600 })

describe('holds', () => {
  test.each([
    ['at the limit', speeding, { speed: 60 }, false],
    ['above the limit', speeding, { speed: 60.1 }, true],
    ['above the limit without a position', speeding, { speed: 90, located: false }, false],
    ['above the limit before the rule', rule({ kind: 'speeding', limit: 60 }, 1001), { speed: 90 }, false],
    ['above the limit from the rule on', rule({ kind: 'speeding', limit: 60 }, 1000), { speed: 90 }, true],
    ['in the first area', outOfArea, { lng: 120 }, false],
    ['in the second area', outOfArea, { lng: 121 }, false],
    ['between the areas', outOfArea, { lng: 120.5 }, true],
    ['between the areas without a position', outOfArea, { lng: 120.5, located: false }, false],
    [
      'without any area',
      ruleToEvaluate({ id: 1, condition: { kind: 'outOfArea', areaIds: [1] }, hours: [], minDuration: 0, cooldown: 0 }, [], 0),
      { lng: 120.5 },
      false,
    ],
    ['SOS', bit(0), { alarm: 1 }, true],
    ['SOS without a position', bit(0), { alarm: 1, located: false }, true],
    ['fatigue among others', bit(2), { alarm: 0b1111 }, true],
    ['another bit', bit(2), { alarm: 0b1011 }, false],
    ['the highest bit', bit(31), { alarm: 0x80000000 }, true],
    ['all but the highest bit', bit(31), { alarm: 0x7fffffff }, false],
    ['a fix is never offline', offline, {}, false],
    ['in a forbidden area', inArea, { lng: 121 }, true],
    ['outside of forbidden areas', inArea, { lng: 120.5 }, false],
    ['standing', rule({ kind: 'parked', after: 60 }), { speed: 2.9 }, true],
    ['moving', rule({ kind: 'parked', after: 60 }), { speed: 3 }, false],
    ['standing with the engine on', rule({ kind: 'idling', after: 60 }), { acc: true }, true],
    ['standing with the engine off', rule({ kind: 'idling', after: 60 }), { acc: false }, false],
    ['driving', rule({ kind: 'fatigue', after: 3600, rest: 600 }), { speed: 3 }, true],
    ['a smoker', assistant, { safety: [0x6401, 0x6503] }, true],
    ['the type of another addition', assistant, { safety: [0x6403] }, false],
    ['another type', assistant, { safety: [0x6501] }, false],
    ['a low battery', rule({ kind: 'lowBattery', below: 20 }), { values: { battery: 19 } }, true],
    ['an unknown battery level', rule({ kind: 'lowBattery', below: 20 }), {}, false],
    ['the worst of the probes', smell, { values: { ammonia: 1, 'ammonia.2': 21 } }, true],
    ['another gas', smell, { values: { hydrogenSulphide: 21 } }, false],
    ['a full can', rule({ kind: 'overflow', above: 90 }), { values: { fill: 91 } }, true],
  ])('%s', (_, one, some, expected) => {
    expect(holds(one, fix(some))).toBe(expected)
  })
})

test('limits and peaks', () => {
  expect([speeding, outOfArea, bit(0), offline].map(({ limit }) => limit)).toEqual([60, null, null, 600])
  expect([speeding, outOfArea, bit(0), offline].map(({ value }) => value(fix({ speed: 71 })))).toEqual([71, null, null, null])
})

describe('fixes of one device time', () => {
  test('keep every alarm and the greatest of the rest', () => {
    const slow = fix({ speed: 10, alarm: 0x80000000 })
    const fast = fix({ speed: 20, alarm: 1 })
    expect(mergeFixes(slow, fast)).toEqual(fix({ speed: 20, alarm: 0x80000001 }))
    expect(mergeFixes(fast, slow)).toEqual(mergeFixes(slow, fast))
    expect(mergeFixes(fix({ located: false, speed: 99 }), fast)).toEqual(fast)
  })
  test('that add nothing leave the same object', () => {
    const one = fix({ alarm: 3 })
    expect(mergeFixes(one, fix({ alarm: 1 }))).toBe(one)
  })
  test('keep the alarms and the greatest values of all', () => {
    const one = fix({ acc: false, safety: [0x6401], values: { ammonia: 5, fill: 80 } })
    const other = fix({ acc: true, safety: [0x6401, 0x6503], values: { ammonia: 7, battery: 3 } })
    const both = { ...one, acc: true, safety: [0x6401, 0x6503], values: { ammonia: 7, fill: 80, battery: 3 } }
    expect(mergeFixes(one, other)).toEqual(both)
    expect(mergeFixes(other, one)).toEqual(both)
    expect(mergeFixes(both, one)).toBe(both)
  })
  test('become one, in ascending order', () => {
    const [a, b, c] = [fix({ time: 1 }), fix({ time: 2, lng: 119 }), fix({ time: 2, lng: 120 })]
    expect(sortFixes([c, a, b, a])).toEqual([a, c])
    const ascending = [a, c]
    expect(sortFixes(ascending)).toBe(ascending)
  })
})

test('people are counted over every door and the hour up to a fix, also when fixes come in pieces', () => {
  const at = (time: number, values?: Fix['values']) => fix({ time, ...(values && { values }) })
  const fixes = [at(1000, { peopleIn: 3 }), at(2000, { peopleIn: 2, 'peopleIn.2': 5 }), at(hourMs + 1500), at(2 * hourMs)]
  const crowd = rule({ kind: 'flow', perHour: 5 })
  const all = withPeopleCounts(fixes, null)
  expect(all.map((one) => crowd.value(one))).toEqual([3, 10, 7, null])
  expect(withPeopleCounts(fixes.slice(2), all[1]!)).toEqual(all.slice(2))
})
