import { expect, test } from 'vitest'
import { staysIn } from './passages.ts'

const box = { west: 104, south: 30, east: 104.003, north: 30.003 }
const second = 1000
/** Fixes at places in thousandths of a degree from the south-west corner. */
const fixes = (...places: [seconds: number, x: number, y: number, speed?: number][]) =>
  places.map(([at, x, y, speed = 30]) => ({ time: at * second, lng: 104 + x / 1000, lat: 30 + y / 1000, speed }))

test('a stay lasts from the first fix inside to the last, with its highest speed', () => {
  expect(staysIn(fixes([0, -1, 1], [10, 1, 1, 20], [20, 2, 1, 40], [30, 4, 1, 50]), box)).toEqual([
    { from: 10 * second, to: 20 * second, fixes: 2, highestSpeed: 40 },
  ])
})

test('who went through between two fixes was there; who passed by a corner, or was not heard of for long, was not', () => {
  expect(staysIn(fixes([0, -1, 1], [30, 4, 2]), box)).toEqual([{ from: 0, to: 30 * second, fixes: 0, highestSpeed: 0 }])
  expect(staysIn(fixes([0, -2, 2], [30, 1, 5]), box)).toEqual([])
  expect(staysIn(fixes([0, -1, 1], [121, 4, 1]), box)).toEqual([])
  expect(staysIn(fixes([0, -1, 4], [30, 4, 4]), box)).toEqual([])
})

test('who comes back within ten minutes has stayed, later is another stay', () => {
  const back = (after: number) => staysIn(fixes([0, 1, 1], [20, 5, 1], [after, 5, 1], [after + 20, 1, 1]), box)
  expect(back(500)).toHaveLength(1)
  expect(back(601)).toHaveLength(2)
})
