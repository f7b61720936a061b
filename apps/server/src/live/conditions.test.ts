import { describe, expect, test } from 'vitest'
import { type Fix, holds, inOrder, limitOf, merge, peakOf, ruleToEvaluate } from './conditions.ts'

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
    ['without any area', { ...outOfArea, areas: [] }, { lng: 120.5 }, false],
    ['SOS', bit(0), { alarm: 1 }, true],
    ['SOS without a position', bit(0), { alarm: 1, located: false }, true],
    ['fatigue among others', bit(2), { alarm: 0b1111 }, true],
    ['another bit', bit(2), { alarm: 0b1011 }, false],
    ['the highest bit', bit(31), { alarm: 0x80000000 }, true],
    ['all but the highest bit', bit(31), { alarm: 0x7fffffff }, false],
    ['a fix is never offline', offline, {}, false],
  ])('%s', (_, one, some, expected) => {
    expect(holds(one, fix(some))).toBe(expected)
  })
})

test('limits and peaks', () => {
  expect([speeding, outOfArea, bit(0), offline].map(limitOf)).toEqual([60, null, null, 600])
  expect([speeding, outOfArea, bit(0), offline].map((one) => peakOf(one, fix({ speed: 71 })))).toEqual([71, null, null, null])
})

describe('fixes of one device time', () => {
  test('keep every alarm and the greatest of the rest', () => {
    const slow = fix({ speed: 10, alarm: 0x80000000 })
    const fast = fix({ speed: 20, alarm: 1 })
    expect(merge(slow, fast)).toEqual(fix({ speed: 20, alarm: 0x80000001 }))
    expect(merge(fast, slow)).toEqual(merge(slow, fast))
    expect(merge(fix({ located: false, speed: 99 }), fast)).toEqual(fast)
  })
  test('that add nothing leave the same object', () => {
    const one = fix({ alarm: 3 })
    expect(merge(one, fix({ alarm: 1 }))).toBe(one)
  })
  test('become one, in ascending order', () => {
    const [a, b, c] = [fix({ time: 1 }), fix({ time: 2, lng: 119 }), fix({ time: 2, lng: 120 })]
    expect(inOrder([c, a, b, a])).toEqual([a, c])
    const ascending = [a, c]
    expect(inOrder(ascending)).toBe(ascending)
  })
})
