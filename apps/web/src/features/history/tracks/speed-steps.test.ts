// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { speedColours } from '../../../map/base/palette.ts'
import { speedLinesOf, speedSteps } from './speed-steps.ts'

const points = (...speeds: (number | 'break')[]) =>
  speeds.flatMap((speed, i) => (speed === 'break' ? [] : [{ speed, at: i, isBreak: speeds[i - 1] === 'break' }]))
const told = (...speeds: (number | 'break')[]) =>
  speedLinesOf(points(...speeds)).map(({ colour, line }) => [speedColours.indexOf(colour), ...line.map(({ at }) => at)])

test('a way is cut where its speed gets another colour, and at its breaks', () => {
  expect(told(0, 0, 10, 12, 50, 70, 60)).toEqual([
    [0, 0, 1],
    [1, 1, 2, 3],
    [2, 3, 4],
    [3, 4, 5],
    [4, 5, 6],
  ])
  expect(told(10, 10, 'break', 10, 10)).toEqual([
    [1, 0, 1],
    [1, 3, 4],
  ])
})

test('the limit itself is not above it', () => {
  expect(told(60, 60)[0]![0]).toBe(3)
  expect(speedSteps.map(({ text }) => text)).toEqual(['0–3', '3–20', '20–40', '40–60', '> 60'])
})
