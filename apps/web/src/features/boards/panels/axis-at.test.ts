import { expect, test } from 'vitest'
import { axisAt } from './axis-at.ts'

const size = { width: 400, height: 200 }
const at = (right: number, down: number, count = 4) => axisAt({ x: 200 + right, y: 100 + down }, size, count)

test('the axes go from the top to the left, the bottom and the right', () => {
  expect([at(0, -50), at(-50, 0), at(0, 50), at(50, 0)]).toEqual([0, 1, 2, 3])
  expect([at(2, -50), at(-2, -50), at(50, -2), at(50, 2)]).toEqual([0, 0, 3, 3])
  expect([at(-40, 10, 3), at(40, 10, 3)]).toEqual([1, 2])
})

test('beyond their ends there is none', () => {
  expect([at(0, -101), at(101, 0), at(0, -99)]).toEqual([undefined, undefined, 0])
})
