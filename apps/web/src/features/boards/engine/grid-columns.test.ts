import { PanelKind } from '@huanwei/contract/boards/codes'
import { expect, test } from 'vitest'
import { gridColumns } from './grid-columns.ts'

const panel = { pace: 'slow', title: '', madeAt: 0, data: null, y: 2, h: 7 } as const
const boardOf = (x: number, w: number) => ({
  width: 1920,
  height: 1080,
  panels: [{ ...panel, id: 'map', kind: PanelKind.map, x, w }],
})
const sumOf = (tracks: number[]) => Math.round(tracks.reduce((sum, one) => sum + one, 0))

test('on a screen of the design all columns are alike', () => {
  const tracks = gridColumns(boardOf(6, 12), { width: 1920, height: 1080 })
  expect(new Set(tracks).size).toBe(1)
})

test('on a wide screen a map is not wider than it is good for, and the others have the rest', () => {
  const tracks = gridColumns(boardOf(6, 12), { width: 3840, height: 1080 })
  expect(sumOf(tracks)).toBe(3840 - 48 - 23 * 14)
  const map = sumOf(tracks.slice(6, 18)) + 11 * 14
  expect(map).toBeGreaterThan(1000)
  expect(map).toBeLessThan(1300)
  expect(tracks[0]).toBeCloseTo(tracks[23] ?? 0)
})

test('a map alone has all of the screen', () => {
  const tracks = gridColumns(boardOf(0, 24), { width: 3840, height: 1080 })
  expect(new Set(tracks).size).toBe(1)
})
